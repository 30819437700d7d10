import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { openDataFolder } from "../../../local/data-folder.ts";
import { listen } from "../../../local/ports.ts";
import { eventually } from "../../eventually.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { newDelivery, secret, send, trust } from "./test-delivery.ts";

const entry = join(import.meta.dirname, "../../../local/receiver/run.ts");

function launch(words: string[], env: NodeJS.ProcessEnv = {}, cwd = process.cwd()) {
  const child = spawn(process.execPath, [entry, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    cwd,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (text) => {
    said.stdout += text;
  });
  child.stderr.on("data", (text) => {
    said.stderr += text;
  });
  const closed = once(child, "close").then(([exitCode]) => ({ exitCode, ...said }));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  return { child, said, closed };
}

/** A machine with much to do takes seconds to start a program. */
const startLimitMs = 25_000;

/** A service's folder, whose certificates the first receiver makes for all. */
const sharedFolder = openDataFolder(mkdtempSync(join(tmpdir(), "receivers-")));
afterAll(() => rmSync(sharedFolder, { recursive: true }));

async function start(words: string[] = [], { dataDir = sharedFolder } = {}) {
  const launched = launch(["--port", "0", "--data-dir", dataDir, "--secret", secret, ...words]);
  const url = await eventually(
    "the receiver is ready",
    () => {
      if (launched.child.exitCode !== null) throw new Error(launched.said.stderr);
      return launched.said.stdout.includes("Ready")
        ? /https:\/\/localhost:\d+\//.exec(launched.said.stdout)?.[0]
        : undefined;
    },
    startLimitMs,
  );
  trust(join(dataDir, "ca", "ca.pem"));
  const lines = () => launched.said.stdout.split("\n").filter((line) => /^\d\d:/.test(line));
  return { ...launched, url, dataDir, lines };
}

test("it prints what to register, and a line for each delivery", async () => {
  const { url, said, lines, dataDir } = await start();
  expect(said.stdout).toContain(
    `npx counting endpoint create --local --data-dir ${dataDir} --org ORG ` +
      `--url ${url}webhooks --events counter.increment,counter.decrement`,
  );
  const up = newDelivery({ url: `${url}webhooks`, counterName: "Main 🎪 \u001b[2J entrance" });
  const down = newDelivery({ url: `${url}webhooks`, count: -3, eventType: "decrement" });
  for (const delivery of [up, down, up]) expect(await send(delivery)).toBe(200);
  expect(await send(newDelivery({ url, secret: "whsec_other" }))).toBe(400);
  const id = (each: typeof up) => each.headers["X-Service-Delivery"];
  await eventually("four lines", () => lines().length === 4 || undefined);
  expect(lines().map((line) => line.slice(9))).toEqual([
    `counter.increment  Main 🎪 ?[2J entrance  6 → 7 (+1)  first  verified  → 200  ${id(up)}`,
    `counter.decrement  Gate  -2 → -3 (-1)  first  verified  → 200  ${id(down)}`,
    `counter.increment  Main 🎪 ?[2J entrance  6 → 7 (+1)  ` +
      `duplicate, acknowledged before (request 2)  verified  → 200  ${id(up)}`,
    expect.stringMatching(
      /^counter.increment {2}not verified: the signature does not match.* → 400 {2}dlv_\w{48}$/,
    ),
  ]);
  expect(said.stdout).not.toContain(secret);
});

test("--status responds with that status, always", async () => {
  const { url } = await start(["--status", "410"]);
  const delivery = newDelivery({ url });
  for (const _ of [1, 2, 3]) expect(await send(delivery)).toBe(410);
});

test("--fail-first fails the first requests of each delivery", async () => {
  const { url, lines } = await start(["--fail-first", "2"]);
  for (const delivery of [newDelivery({ url }), newDelivery({ url })])
    for (const status of [500, 500, 200]) expect(await send(delivery)).toBe(status);
  await eventually("six lines", () => lines().length === 6 || undefined);
  expect(lines()[1]).toMatch(/again \(request 2\) {2}verified {2}→ 500 {2}dlv_\w+$/);
});

test("--fail-first with --status and --hang fails like that, then responds at once", async () => {
  const { url, lines } = await start(["--fail-first", "1", "--status", "503", "--hang", "3600"]);
  const delivery = newDelivery({ url });
  expect(await send(delivery, 500)).toMatch(/^timed out/);
  expect(await send(delivery)).toBe(200);
  await eventually("three lines", () => lines().length === 3 || undefined);
  const id = delivery.headers["X-Service-Delivery"];
  expect(lines()[0]).toMatch(new RegExp(`→ waits 3600 s, then 503 {2}${id}$`));
  expect(lines()[1]).toMatch(new RegExp(`^.{8} the sender hung up after 0\\.\\d s {2}${id}$`));
});

test("--hang responds late", async () => {
  const { url } = await start(["--hang", "0.6"]);
  expect(await send(newDelivery({ url }), 200)).toMatch(/^timed out/);
  const startedMs = performance.now();
  expect(await send(newDelivery({ url }))).toBe(200);
  expect(performance.now() - startedMs).toBeGreaterThan(590);
});

test("a request that is not a delivery is reported and harms nothing", async () => {
  const { url, lines } = await start();
  await fetch(url);
  await fetch(url.replace("https", "http"), { method: "POST" }).catch(() => {});
  await eventually("two lines", () => lines().length === 2 || undefined);
  expect(lines()[0]).toContain("not a delivery: a GET request");
  expect(lines()[1]).toContain("not a delivery: plain HTTP on the HTTPS port");
  expect(await send(newDelivery({ url }))).toBe(200);
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends it, also during a wait", async (signal) => {
  const { url, child, closed, lines } = await start(["--hang", "3600"]);
  const sending = send(newDelivery({ url }));
  await eventually("the delivery", () => lines().length === 1 || undefined);
  child.kill(signal);
  child.kill(signal);
  expect(await closed).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await sending).toMatch(/closed/);
});

test("printed commands can be pasted, whatever the data folder is called", async () => {
  const dataDir = openDataFolder(join(temporaryFolder(), "it's my data"));
  const { said } = await start([], { dataDir });
  const [command = ""] = said.stdout.match(/npx counting endpoint create .*/) ?? [];
  const { stdout } = await promisify(execFile)("sh", ["-c", `printf '%s\\n' ${command}`]);
  expect(stdout.split("\n")).toContain(dataDir);
});

test("it ends when nobody reads its lines any more", async () => {
  const { url, child, closed } = await start();
  child.stdout.destroy();
  expect(await send(newDelivery({ url }))).toBe(200);
  expect(await closed).toMatchObject({ exitCode: 0 });
});

test("a sender started with NODE_EXTRA_CA_CERTS trusts it", async () => {
  const { url, dataDir } = await start();
  const source = pathToFileURL(join(import.meta.dirname, "test-delivery.ts")).href;
  const program = `import { newDelivery, send } from ${JSON.stringify(source)};
    console.log(await send(newDelivery({ url: ${JSON.stringify(url)} })));`;
  const run = (env: NodeJS.ProcessEnv) =>
    promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { env });
  const trusting = await run({ NODE_EXTRA_CA_CERTS: join(dataDir, "ca", "ca.pem") });
  expect(trusting.stdout).toBe("200\n");
  expect((await run({})).stdout).toBe("the certificate is not signed by a known authority\n");
});

test("its certificates are kept, and its folder is one that the service accepts", async () => {
  const { dataDir, child, closed } = await start([], {
    dataDir: openDataFolder(temporaryFolder()),
  });
  const file = join(dataDir, "ca", "localhost.pem");
  const before = readFileSync(file, "utf8");
  child.kill("SIGTERM");
  await closed;
  await start([], { dataDir });
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(openDataFolder(dataDir)).toBe(dataDir);
});

describe("it refuses", () => {
  test.each<[string, string[], NodeJS.ProcessEnv, RegExp]>([
    ["no secret", [], {}, /--secret whsec_… or in WEBHOOK_SECRET[\s\S]*endpoint create --local/],
    ["a secret of another form", ["--secret", "hunter2"], {}, /must begin with whsec_/],
    ["a secret with a line end", [], { WEBHOOK_SECRET: "whsec_hunter2\n" }, /no spaces/],
    ["a port below 1024", ["--port", "80"], {}, /443, from 1024 to 65535/],
    ["an unknown option", ["--prot", "1"], {}, /unknown option/],
  ])("%s", async (_, words, env, message) => {
    const { exitCode, stdout, stderr } = await launch(words, env).closed;
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("hunter2");
  });

  test("a port in use", async () => {
    const server = createServer();
    const port = await listen(server, 0);
    onTestFinished(() => void server.close());
    const folder = temporaryFolder();
    const words = ["--port", String(port), "--secret", secret, "--save", "saved"];
    const { exitCode, stderr } = await launch(words, { INIT_CWD: folder }, folder).closed;
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`Port ${port} is taken by another program: choose another with --port.\n`);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(["", "mistyped"])("the folder %j, which no service has used", async (name) => {
    const parent = temporaryFolder();
    const dataDir = join(parent, name);
    const words = ["--port", "0", "--data-dir", dataDir, "--secret", secret];
    const { exitCode, stdout, stderr } = await launch(words).closed;
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain("is not the data folder of a local service");
    expect(stderr).toContain(`npm start -- --data-dir ${dataDir}\n`);
    expect(readdirSync(parent)).toEqual([]);
  });

  test("a folder to save in that is a file", async () => {
    const dataDir = openDataFolder(temporaryFolder());
    const words = ["--port", "0", "--data-dir", dataDir, "--secret", secret, "--save", entry];
    const { exitCode, stderr } = await launch(words).closed;
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^Nothing can be saved in .*run\.ts/);
  });

  test("a folder with another person's files", async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, "novel.txt"), "");
    const words = ["--port", "0", "--data-dir", dataDir, "--secret", secret];
    const { exitCode, stderr } = await launch(words).closed;
    expect(exitCode).toBe(1);
    expect(stderr).toContain("choose another --data-dir");
    expect(existsSync(join(dataDir, "ca"))).toBe(false);
  });
});

test("the default folder is made when the receiver is the first to start", async () => {
  const folder = temporaryFolder();
  const { said } = launch(["--port", "0", "--secret", secret], {}, folder);
  await eventually("the receiver is ready", () => said.stdout.includes("Ready") || undefined);
  expect(existsSync(join(folder, ".local", "ca", "ca.pem"))).toBe(true);
  expect(openDataFolder(join(folder, ".local"))).toBe(join(folder, ".local"));
});

test("the secret may stand in the environment", async () => {
  const dataDir = openDataFolder(temporaryFolder());
  const { said } = launch(["--port", "0", "--data-dir", dataDir], { WEBHOOK_SECRET: secret });
  await eventually("the receiver is ready", () => said.stdout.includes("Ready") || undefined);
});
