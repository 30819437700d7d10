import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildPackage, builtPackage } from "../build.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The client as integrators get it: built, packed, and installed from the tarball. */
    clientPackage: string;
  }
}

const folder = join(builtPackage, "..", "installed");
let isInstalled = false;

/** Vitest calls it for each project; one installation serves all. */
export default function installPackage(project: TestProject): void {
  project.provide("clientPackage", join(folder, "node_modules", "counting-client"));
  if (isInstalled) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const npm = (cwd: string, ...parameters: string[]) =>
    execFileSync("npm", [...parameters, "--silent", "--ignore-scripts"], { cwd, stdio: "pipe" });
  buildPackage();
  npm(builtPackage, "pack", "--pack-destination", folder);
  const [tarball = ""] = readdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  npm(folder, "install", "--offline", "--no-audit", "--no-fund", `./${tarball}`);
  isInstalled = true;
}
