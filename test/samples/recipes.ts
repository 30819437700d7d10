import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { eventually } from "../eventually.ts";
import { freePort } from "./check-receiver.ts";
import { cacheFolder, type Tool } from "./toolchains.ts";

const root = resolve(import.meta.dirname, "..", "..");
const run = promisify(execFile);

/** The recipes of the guide, against a service with the demo. */
export function recipes(
  document: string,
  blocks: Map<string, string>,
): { name: string; tool: Tool; check(): Promise<void> }[] {
  return [
    {
      name: "Recipe: Node-RED",
      tool: "node-red",
      check: () => withDemo((demo) => checkNodeRed(demo, flowOf(document, blocks), blocks)),
    },
    {
      name: "Recipe: LibreOffice Calc",
      tool: "soffice",
      check: () => withDemo((demo) => checkCalc(demo, blocks)),
    },
  ];
}

interface Demo {
  folder: string;
  apiUrl: string;
  organization: { id: string; apiKey: string; counters: { id: string; name: string }[] };
}

async function checkNodeRed(demo: Demo, flow: string, blocks: Map<string, string>): Promise<void> {
  const port = await freePort();
  const url = `https://localhost:${port}/webhooks`;
  const options = ["--events", "counter.increment,counter.decrement", "--json"];
  const { secret } = JSON.parse(
    await counting(demo, ["endpoint", "create", "--url", url, ...options]),
  );
  const userDir = join(demo.folder, "node-red-data");
  mkdirSync(userDir);
  writeFileSync(join(userDir, "settings.js"), blocks.get("settings.js") ?? "");
  writeFileSync(join(userDir, "flows.json"), flow);
  const program = join(cacheFolder, "node-red", "node_modules", "node-red", "red.js");
  const child = spawn(process.execPath, [program, "--userDir", userDir, "--port", `${port}`], {
    env: { ...process.env, WEBHOOK_SECRET: secret, CERTIFICATES: join(demo.folder, "ca") },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    const board = `https://localhost:${port}/board`;
    const ca = readFileSync(join(demo.folder, "ca", "ca.pem"));
    const names = demo.organization.counters.map(({ name }) => name);
    const isShown = (page: string) => names.some((name) => page.includes(`<td>${name}<td>`));
    await eventually("the board shows a count", async () =>
      isShown(await pageAt(board, ca).catch(() => "")),
    );
    const forged = await run("curl", [
      ...["--silent", "--cacert", join(demo.folder, "ca", "ca.pem"), "--write-out", "%{http_code}"],
      ...[
        "--header",
        `X-Service-Signature: t=${Math.floor(Date.now() / 1_000)},v1=${"0".repeat(64)}`,
      ],
      ...["--header", "Content-Type: application/json", "--data", "{}", url],
    ]);
    assert.equal(forged.stdout, "not verified400");
  } finally {
    child.kill("SIGKILL");
  }
}

async function checkCalc(demo: Demo, blocks: Map<string, string>): Promise<void> {
  const { folder, apiUrl, organization } = demo;
  const formula = '=HYPERLINK("http://localhost","1")';
  await counting(demo, ["counter", "create", "--name", formula]);
  writeFileSync(join(folder, "counters-csv.sh"), blocks.get("counters-csv.sh") ?? "");
  const write = (key: string) => {
    const env = { PATH: process.env.PATH, API_URL: apiUrl, API_KEY: key };
    return run("sh", ["counters-csv.sh"], { cwd: folder, env });
  };
  await write(organization.apiKey);
  const csv = join(folder, "counters.csv");
  const written = readFileSync(csv, "utf8");
  await assert.rejects(write("cs_live_wrong"), "a request that fails");
  assert.equal(readFileSync(csv, "utf8"), written, "leaves the file as it was");
  // Separator, quotes, UTF-8, the first line, and text in the first column: what the recipe chooses.
  const filter = ["--infilter=CSV:44,34,76,1,1/2", "--convert-to", "ods", "--outdir", folder];
  const home = `-env:UserInstallation=file://${folder}/office`;
  await run("soffice", [home, "--headless", ...filter, csv], { timeout: 120_000 });
  const content = await run("unzip", ["-p", join(folder, "counters.ods"), "content.xml"], {
    maxBuffer: 10_000_000,
  });
  assert.doesNotMatch(content.stdout, /table:formula/);
  for (const { name } of organization.counters) assert(content.stdout.includes(`>${name}<`), name);
  assert.match(content.stdout, /office:value-type="float"/);
}

/** The JSON of the guide, with the function's code in the node that says to paste it. */
function flowOf(document: string, blocks: Map<string, string>): string {
  const [, json = "[]"] = /^ *```json\n([\s\S]*?)^ *```$/m.exec(document) ?? [];
  const nodes: { id: string }[] = JSON.parse(json);
  const func = blocks.get("verify-and-keep.js");
  return JSON.stringify(nodes.map((node) => (node.id === "verify" ? { ...node, func } : node)));
}

/** Starts the service with its demo, which taps once a second, in a folder of its own. */
async function withDemo(check: (demo: Demo) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "recipe-"));
  const free = ["api", "site", "console", "identity", "receiver"].flatMap((name) => [
    `--${name}-port`,
    "0",
  ]);
  const words = [join(root, "local", "start.ts"), "--data-dir", folder, "--quiet", ...free];
  const service = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const said = Promise.all([text(service.stdout), text(service.stderr)]);
  try {
    const file = join(folder, "connection.json");
    await eventually("the service is ready", () => existsSync(file), 120_000);
    const { apiUrl, organizations } = JSON.parse(readFileSync(file, "utf8"));
    const organization = organizations.find(({ plan }: { plan: string }) => plan === "pro");
    await check({ folder, apiUrl, organization });
  } finally {
    service.kill("SIGTERM");
    await Promise.all([once(service, "exit"), said]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function counting({ folder, organization }: Demo, words: string[]): Promise<string> {
  const options = ["--local", "--data-dir", folder, "--org", organization.id];
  const ops = [join(root, "bin", "ops.ts"), ...words, ...options];
  return (await run(process.execPath, ops, { cwd: root })).stdout;
}

async function pageAt(url: string, ca: Buffer): Promise<string> {
  const [response] = await once(get(url, { ca, agent: false }), "response");
  return await text(response);
}
