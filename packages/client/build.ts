import { execFile } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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
    const commonJs = join(folder, "commonjs");
    writeCommonJsProject(commonJs);
    await run(tsc, ["-p", commonJs, "--outDir", join(folder, "dist", "commonjs")]);
    cpSync(join(commonJs, "package.json"), join(folder, "dist", "commonjs", "package.json"));
    for (const file of globSync(join(folder, "dist/**/*.d.ts"))) nameDeclarations(file);
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

/** The same sources beside a package.json of another type, which decides how they are compiled, and typed. */
function writeCommonJsProject(folder: string): void {
  cpSync(join(import.meta.dirname, "src"), join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}');
  const compilerOptions = {
    verbatimModuleSyntax: false,
    rootDir: "src",
    typeRoots: [join(root, "node_modules", "@types")],
  };
  const tsconfig = {
    extends: join(import.meta.dirname, "tsconfig.json"),
    compilerOptions,
    include: ["src"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
}

/** TypeScript before 5 finds no declarations of "./counter.ts", and silently takes all types for `any`. */
function nameDeclarations(file: string): void {
  const text = readFileSync(file, "utf8").replace(/(?<=["'])(\.[^"']*)\.ts(?=["'])/g, "$1.js");
  writeFileSync(file, text);
}

if (import.meta.main) console.log(await packClient(process.argv[2] ?? "."));
