import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");

/**
 * Compiles the package, adds what it shares with the documentation, and packs it into a folder. Returns
 * the tarball's path: `counting-client-0.1.0.tgz`, the same bytes for the same sources.
 */
export async function packClient(destination: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "counting-client-"));
  try {
    const tsc = join(root, "node_modules", ".bin", "tsc");
    await run(tsc, ["-p", import.meta.dirname, "--outDir", join(folder, "dist")]);
    for (const file of ["package.json", "README.md"])
      cpSync(join(import.meta.dirname, file), join(folder, file));
    for (const shared of ["schemas", "vectors"])
      cpSync(join(root, "docs", "integrators", shared), join(folder, shared), { recursive: true });
    mkdirSync(destination, { recursive: true });
    const to = resolve(destination);
    const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", to];
    const { stdout } = await run("npm", pack, { cwd: folder });
    return join(to, stdout.trim());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(await packClient(process.argv[2] ?? "."));
