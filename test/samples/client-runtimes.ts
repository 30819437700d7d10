import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { packClient } from "../../packages/client/build.ts";
import { eventually } from "../eventually.ts";
import { freePort } from "./check-receiver.ts";
import { programOf, type Tool } from "./toolchains.ts";

const root = resolve(import.meta.dirname, "..", "..");

/** Runs on each runtime: verifies the vectors, and reads from a small API. */
const program = `import { CountingClient, verifyWebhook } from "./client/index.js";
import { vectors } from "./vectors.mjs";

export async function checkClient(apiUrl) {
  const wrong = [];
  for (const { name, body, bodyBase64, headers, secrets, now, toleranceSeconds, verified } of vectors) {
    const raw = body ?? Uint8Array.from(atob(bodyBase64), (character) => character.charCodeAt(0));
    const options = { tolerance: toleranceSeconds, now: () => now * 1000 };
    const said = await verifyWebhook(raw, headers, secrets, options);
    if (said.verified !== verified) wrong.push(name);
  }
  const client = new CountingClient({ apiUrl, apiKey: "cs_live_key" });
  const events = [];
  for await (const { lastEventId } of client.history("ctr_1", { limit: 2 })) events.push(lastEventId);
  const lists = [await client.counters(), await client.counters()].map(([{ name }]) => name);
  return { vectors: vectors.length, wrong, events, lists };
}
`;

const main = `import { checkClient } from "./check-client.mjs";
console.log(JSON.stringify(await checkClient(API_URL)));
`;

const worker = `import { checkClient } from "./check-client.mjs";
export default {
  fetch: async (_, env) => Response.json(await checkClient(env.API_URL)),
};
`;

export const clientRuntimes: { name: string; tool: Tool; check(): Promise<void> }[] = [
  { name: "The client on Node.js 18", tool: "node18", check: () => checkOn("node18", []) },
  {
    name: "The client on Deno",
    tool: "deno",
    check: () => checkOn("deno", ["run", "--no-remote", "--allow-net"]),
  },
  { name: "The client on Bun", tool: "bun", check: () => checkOn("bun", []) },
  { name: "The client on workerd", tool: "workerd", check: checkOnWorkerd },
];

async function checkOn(tool: Tool, words: string[]): Promise<void> {
  await withClient(async (folder, apiUrl) => {
    writeFileSync(join(folder, "main.mjs"), main.replace("API_URL", JSON.stringify(apiUrl)));
    const options = { cwd: folder, timeout: 60_000 };
    const run = promisify(execFile)(programOf(tool), [...words, "main.mjs"], options);
    assertRight(JSON.parse((await run).stdout));
  });
}

async function checkOnWorkerd(): Promise<void> {
  await withClient(async (folder, apiUrl) => {
    writeFileSync(join(folder, "worker.mjs"), worker);
    const files = globSync(["*.mjs", "client/**/*.js"], { cwd: folder }).sort((one) =>
      one === "worker.mjs" ? -1 : 1,
    );
    const modules = files.map((file) => `(name = "${file}", esModule = embed "${file}")`);
    const port = await freePort();
    writeFileSync(
      join(folder, "worker.capnp"),
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [${modules.join(", ")}], compatibilityDate = "2026-11-01",
      bindings = [(name = "API_URL", text = "${apiUrl}")], globalOutbound = "loopback")),
    (name = "loopback", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`,
    );
    const child = spawn(programOf("workerd"), ["serve", "worker.capnp"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    try {
      const responded = await eventually("workerd responds", () =>
        fetch(`http://127.0.0.1:${port}/`).catch(() => undefined),
      );
      const text = await responded.text();
      assert.equal(responded.status, 200, text);
      assertRight(JSON.parse(text));
    } finally {
      child.kill("SIGKILL");
    }
  });
}

function assertRight(said: {
  vectors: number;
  wrong: string[];
  events: number[];
  lists: string[];
}) {
  assert.deepEqual(said.wrong, []);
  assert(said.vectors > 20, `only ${said.vectors} vectors`);
  assert.deepEqual(said.events, [5, 4, 3, 2, 1]);
  assert.deepEqual(said.lists, ["Gäte 🚪", "Gäte 🚪"]);
}

/** A folder with the built client and the vectors, and an API that knows one counter. */
async function withClient(check: (folder: string, apiUrl: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), "client-runtime-"));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    const headers = { "content-type": "application/json", etag: 'W/"1"' };
    if (request.headers["if-none-match"] === headers.etag) {
      response.writeHead(304).end();
      return;
    }
    const before = Number(url.searchParams.get("beforeEventId") ?? 6);
    const events = [5, 4, 3, 2, 1].filter((number) => number < before).slice(0, 2);
    const counts = events.map((count) => ({
      ...{ counterId: "ctr_1", lastEventId: count, previousCount: count - 1, count, delta: 1 },
      ...{ eventType: "increment", createdAt: "2026-11-25T12:00:00.000Z" },
    }));
    const body = url.pathname.endsWith("/history")
      ? { counterId: "ctr_1", counterName: "Gate", events: counts }
      : { counters: [{ id: "ctr_1", name: "Gäte 🚪", count: 5, lastEventId: 5 }] };
    response.writeHead(200, headers).end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    execFileSync("tar", ["-xzf", await packClient(folder), "-C", folder]);
    renameSync(join(folder, "package", "dist"), join(folder, "client"));
    rmSync(join(folder, "client", "file-store"), { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(folder, "check-client.mjs"), program);
    const cases = ["signatures", "standard-webhooks", "rotation"].flatMap((name) => {
      const file = join(root, "docs", "integrators", "vectors", `${name}.json`);
      return JSON.parse(readFileSync(file, "utf8")).cases;
    });
    writeFileSync(join(folder, "vectors.mjs"), `export const vectors = ${JSON.stringify(cases)};`);
    await check(folder, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}
