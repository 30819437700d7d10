import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Engine, type EnginePage, jsonSocket, printed, Reply, until } from "./engine.ts";

/** Packages that carry a Chromium, and its version. They stand outside the repository. */
const chromiums = [
  { chromium: 79, package: "chrome-aws-lambda@2.0.2" },
  { chromium: 83, package: "chrome-aws-lambda@3.1.1" },
  { chromium: 92, package: "@sparticuz/chromium@92.0.0" },
  { chromium: 103, package: "@sparticuz/chromium@103.0.0" },
  { chromium: 116, package: "@sparticuz/chromium@116.0.0" },
];

export const cacheFolder =
  process.env.ENGINES_CACHE ?? join(homedir(), ".cache", "counting-service-engines");

export const engines: Engine[] = [
  ...chromiums.map((each) => ({
    name: `Chromium ${each.chromium}`,
    chromium: each.chromium,
    launch: () => launchChromium(chromiumProgram(each)),
  })),
  { name: "Firefox", chromium: undefined, launch: launchFirefox },
  { name: "WebKitGTK", chromium: undefined, launch: launchWebKit },
];

/** Installs the package, once, and unpacks its program. */
function chromiumProgram({ chromium, package: wanted }: (typeof chromiums)[number]): string {
  const folder = join(cacheFolder, `chromium-${chromium}`);
  const program = join(folder, "chromium");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"];
  const installed = spawnSync("npm", [...words, "--prefix", folder, wanted], { encoding: "utf8" });
  if (installed.status !== 0) throw new Error(`npm install ${wanted}: ${installed.stderr}`);
  const name = wanted.slice(0, wanted.lastIndexOf("@"));
  const packed = readFileSync(join(folder, "node_modules", name, "bin", "chromium.br"));
  rmSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(program, brotliDecompressSync(packed), { mode: 0o755 });
  return program;
}

async function launchChromium(program: string): Promise<EnginePage> {
  const browser = start(program, (profile) => [
    ...["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"],
    ...["--window-size=390,844", "--lang=en", `--user-data-dir=${profile}`, "about:blank"],
  ]);
  const socket = await jsonSocket(await printed(browser.process, /listening on (ws:\S+)/));
  const { targetId } = await socket.send("Target.createTarget", { url: "about:blank" });
  const attached = await socket.send("Target.attachToTarget", { targetId, flatten: true });
  const send = (method: string, params: object) =>
    socket.send(method, params, attached.sessionId as string);
  return {
    open: (url) => send("Page.navigate", { url }),
    async evaluate(expression) {
      const params = { expression, returnByValue: true, awaitPromise: true };
      const { result, exceptionDetails } = await send("Runtime.evaluate", params);
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    },
    async press(x, y) {
      const touchPoints = [{ x, y }];
      await send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
      await send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      await browser.end();
    },
  };
}

async function launchFirefox(): Promise<EnginePage> {
  const browser = start("firefox-esr", (profile) => [
    ...["--headless", "--remote-debugging-port", "0", "--width", "390", "--height", "844"],
    ...["--profile", profile, "--no-remote"],
  ]);
  const url = await printed(browser.process, /BiDi listening on (ws:\S+)/);
  const { send, close } = await jsonSocket(`${url}/session`);
  await send("session.new", { capabilities: {} });
  const { contexts } = await send("browsingContext.getTree", {});
  const context = contexts[0].context as string;
  return {
    open: (page) => send("browsingContext.navigate", { context, url: page, wait: "complete" }),
    async evaluate(expression) {
      const target = { context };
      // As JSON: BiDi's own form of values is longer to read.
      const asText = `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`;
      const params = { expression: asText, target, awaitPromise: true };
      const { result, exceptionDetails } = await send("script.evaluate", params);
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    press: (x, y) =>
      send("input.performActions", {
        context,
        actions: [{ ...finger, actions: touchAt(x, y) }],
      }),
    async [Symbol.asyncDispose]() {
      close();
      await browser.end();
    },
  };
}

async function launchWebKit(): Promise<EnginePage> {
  const screen = start("Xvfb", () => ["-displayfd", "1", "-screen", "0", "800x900x24"]);
  const display = `:${await printed(screen.process, /^(\d+)\n/m)}`;
  const port = 20_000 + (process.pid % 10_000);
  const driver = start("WebKitWebDriver", () => [`--port=${port}`], { DISPLAY: display });
  const call = async (method: string, path: string, body?: object): Promise<Reply> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = Reply.parse(await response.json());
    if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  await until(
    "WebKitWebDriver",
    () => call("GET", "/status"),
    () => true,
  );
  const { stdout: found } = spawnSync("sh", ["-c", "ls /usr/lib/*/webkit2gtk-4.*/MiniBrowser"]);
  const binary = String(found).trim().split("\n")[0];
  const options = { binary, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  const { sessionId } = await call("POST", "/session", { capabilities });
  const session = `/session/${sessionId}`;
  return {
    open: (url) => call("POST", `${session}/url`, { url }),
    evaluate: (expression) =>
      call("POST", `${session}/execute/async`, {
        script: `const done = arguments[0]; Promise.resolve(${expression}).then(done)`,
        args: [],
      }),
    press: (x, y) =>
      call("POST", `${session}/actions`, {
        actions: [{ ...mouse, actions: touchAt(x, y) }],
      }),
    async [Symbol.asyncDispose]() {
      await call("DELETE", session).catch(() => {});
      await driver.end();
      await screen.end();
    },
  };
}

const finger = { type: "pointer", id: "finger", parameters: { pointerType: "touch" } };
/** WebKitGTK's driver has no fingers. */
const mouse = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" } };

function touchAt(x: number, y: number) {
  return [
    { type: "pointerMove", x, y, duration: 0 },
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ];
}

/** Starts a program with a folder of its own, which ends with it. */
function start(
  program: string,
  words: (folder: string) => string[],
  environment: NodeJS.ProcessEnv = {},
): { process: ChildProcess; end(): Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), "counting-engine-"));
  const env = { ...process.env, HOME: folder, LC_ALL: "C.UTF-8", ...environment };
  const started = spawn(program, words(folder), { env, stdio: ["ignore", "pipe", "pipe"] });
  // Also what a failed start has left.
  process.on("exit", () => started.kill("SIGKILL"));
  const ended = new Promise<void>((resolve) => {
    started.on("exit", () => resolve());
    started.on("error", () => resolve());
  });
  return {
    process: started,
    async end() {
      started.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
