import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";

// Compiles the package into dist, and copies what it shares with the documentation.
const here = import.meta.dirname;
const root = join(here, "..", "..");
rmSync(join(here, "dist"), { recursive: true, force: true });
execFileSync(join(root, "node_modules", ".bin", "tsc"), ["-p", here], { stdio: "inherit" });
for (const folder of ["schemas", "vectors"]) {
  rmSync(join(here, folder), { recursive: true, force: true });
  cpSync(join(root, "docs", "integrators", folder), join(here, folder), { recursive: true });
}
