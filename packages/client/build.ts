import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** The package, ready to be packed. */
export const builtPackage = join(root, "dist", "client", "package");

/** Compiles the package, and adds what it shares with the documentation. */
export function buildPackage(): void {
  rmSync(builtPackage, { recursive: true, force: true });
  const tsc = join(root, "node_modules", ".bin", "tsc");
  execFileSync(tsc, ["-p", import.meta.dirname], { stdio: "inherit" });
  for (const file of ["package.json", "README.md"])
    cpSync(join(import.meta.dirname, file), join(builtPackage, file));
  for (const folder of ["schemas", "vectors"])
    cpSync(join(root, "docs", "integrators", folder), join(builtPackage, folder), {
      recursive: true,
    });
}

if (import.meta.main) buildPackage();
