import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { packClient } from "../build.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The client as integrators get it: built, packed, and installed from the tarball. */
    clientPackage: string;
  }
}

const folder = join(import.meta.dirname, "..", "..", "..", "dist", "client", "installed");

/** Vitest calls it for each project; one installation serves all, through what the root provides. */
export default async function installPackage(project: TestProject): Promise<void> {
  const root = project.vitest.getRootProject();
  if ("clientPackage" in root.getProvidedContext()) return;
  root.provide("clientPackage", join(folder, "node_modules", "counting-client"));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tarball = await packClient(folder);
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const install = [
    "install",
    "--offline",
    "--no-audit",
    "--no-fund",
    "--silent",
    "--ignore-scripts",
  ];
  execFileSync("npm", [...install, tarball], { cwd: folder, stdio: "pipe" });
}
