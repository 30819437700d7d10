import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");
const folder = join(root, "dist", "client");

/** The package as integrators get it: built, packed, and installed from the tarball. */
export const installedPackage = join(folder, "node_modules", "counting-client");

/** Once for all projects of a run. */
export default function installPackage(): void {
  const state = globalThis as { isClientInstalled?: boolean };
  if (state.isClientInstalled) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const npm = (cwd: string, ...parameters: string[]) =>
    execFileSync("npm", [...parameters, "--silent", "--ignore-scripts"], { cwd, stdio: "pipe" });
  execFileSync(process.execPath, [join(root, "packages", "client", "build.ts")], { stdio: "pipe" });
  npm(join(root, "packages", "client"), "pack", "--pack-destination", folder);
  const [tarball = ""] = readdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  npm(folder, "install", "--offline", "--no-audit", "--no-fund", `./${tarball}`);
  state.isClientInstalled = true;
}
