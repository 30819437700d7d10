// @module-tag all
import { spawn } from "node:child_process";
import dns from "node:dns";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import net, { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { CountingClient, type CountingClientOptions, CountingError } from "counting-client";
import { expect, inject, onTestFinished, test } from "vitest";

const apiKey = "cs_live_key";

/** The message of the only attempt, and the last of its causes. */
async function failureOf(apiUrl: string, options: Partial<CountingClientOptions> = {}) {
  const client = new CountingClient({ apiUrl, apiKey, retries: 0, ...options });
  const error = await client.counters().catch((thrown) => thrown);
  expect(error).toBeInstanceOf(CountingError);
  let cause = error.cause;
  while (cause.cause) cause = cause.cause;
  return { message: String(error.message), cause: String(cause.message) };
}

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const onData = (act: (socket: Socket) => void) =>
  createServer((socket) => void socket.on("error", () => {}).once("data", () => act(socket)));

test("a service that nothing listens for, that has no name, or that speaks no TLS is said to be so", async () => {
  const closed = createServer();
  const port = await listening(closed);
  await once(closed.close(), "close");
  expect(await failureOf(`http://127.0.0.1:${port}`)).toEqual({
    message: `The service could not be reached: nothing listens there; check apiUrl and the proxy (connect ECONNREFUSED 127.0.0.1:${port})`,
    cause: `connect ECONNREFUSED 127.0.0.1:${port}`,
  });
  expect((await failureOf("https://nothing.invalid")).message).toMatch(
    /^The service could not be reached: a host name was not found; .* nothing\.invalid\)$/,
  );
  const plain = await listening(createHttpServer((_, response) => response.end()));
  expect((await failureOf(`https://127.0.0.1:${plain}`)).message).toContain("no TLS is spoken");
  const cut = await listening(onData((socket) => socket.resetAndDestroy()));
  expect((await failureOf(`http://127.0.0.1:${cut}`)).message).toContain("was closed without");
});

/** What runtimes threw for such a service: message, code, cause. */
const thrown = (message: string, code?: string) =>
  Object.assign(new Error(message), code !== undefined && { code });
test.each<[string, Error, RegExp]>([
  [
    "Node.js",
    thrown("self-signed certificate", "DEPTH_ZERO_SELF_SIGNED_CERT"),
    /certificate is not/,
  ],
  ["Node.js", thrown("certificate has expired", "CERT_HAS_EXPIRED"), /certificate is not/],
  ["Node.js", thrown("Hostname/IP does not match", "ERR_TLS_CERT_ALTNAME_INVALID"), /certificate/],
  [
    "Deno",
    thrown("client error (Connect): invalid peer certificate: UnknownIssuer"),
    /certificate/,
  ],
  ["Bun", thrown("Proxy refused to open a tunnel: 407", "ERR_PROXY_TUNNEL"), /the proxy did not/],
  ["Deno", thrown("client error (Connect): proxy authentication required"), /the proxy did not/],
  ["Deno", thrown("client error (Connect): dns error: failed to lookup"), /name was not found/],
  ["Deno", thrown("tcp connect error: Connection refused (os error 111)"), /nothing listens/],
  ["Node.js", thrown("connect ENETUNREACH 2001:db8::1:443", "ENETUNREACH"), /no network/],
])("what %s says of %o is understood", async (_, cause, expected) => {
  const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
  const { message, ...rest } = await failureOf("https://api.example.com", { fetch });
  expect(message).toMatch(expected);
  expect(rest.cause).toBe(cause.message);
});

test("a proxy of the environment is used where Node.js is told so, and named when it refuses", async () => {
  const refuse = (_: unknown, socket: NodeJS.WritableStream) =>
    socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
  const port = await listening(createHttpServer().on("connect", refuse));
  const program = `
    import { CountingClient } from "counting-client";
    const options = { apiUrl: "https://api.example.com", apiKey: "key", retries: 0 };
    await new CountingClient(options).counters().catch(({ message }) => console.log(message));
  `;
  const env = { NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: `http://127.0.0.1:${port}` };
  const words = ["--input-type=module", "-e", program];
  const child = spawn(process.execPath, words, { cwd: inject("clientPackage"), env });
  expect(await text(child.stdout)).toBe(
    "The service could not be reached: the proxy did not let it through; check HTTPS_PROXY (Proxy response (407) !== 200 when HTTP Tunneling)\n",
  );
});

/** A server that accepts no connection before it is told to: until then, its machine answers nobody. */
const farServer = `
  const { parentPort } = require("node:worker_threads");
  const server = require("node:http").createServer((_, response) => response.end('{"counters":[]}'));
  parentPort.once("message", (gate) => {
    parentPort.postMessage("deaf");
    Atomics.wait(new Int32Array(gate), 0, 0);
  });
  server.listen({ host: "127.0.0.1", port: 0, backlog: 1 }, () =>
    parentPort.postMessage(server.address().port));
`;

test("a service that takes longer to connect than 250 ms is reached although its other address is dead", async () => {
  const worker = new Worker(farServer, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = await once(worker, "message");
  const gate = new SharedArrayBuffer(4);
  worker.postMessage(gate);
  await once(worker, "message");
  const waiting = Array.from({ length: 4 }, () =>
    net.connect(port, "127.0.0.1").on("error", () => {}),
  );
  onTestFinished(() => waiting.forEach((socket) => void socket.destroy()));
  // The system has taken as many as it keeps for a program that does not accept.
  await expect.poll(() => waiting.filter(({ connecting }) => !connecting).length).toBe(2);

  const { lookup } = dns;
  const default250Ms = net.getDefaultAutoSelectFamilyAttemptTimeout();
  onTestFinished(() => {
    dns.lookup = lookup;
    net.setDefaultAutoSelectFamilyAttemptTimeout(default250Ms);
  });
  const addresses = ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 }));
  dns.lookup = ((_: string, __: object, done: (...found: unknown[]) => void) =>
    done(null, addresses)) as typeof dns.lookup;
  let attempts = 0;
  const client = new CountingClient({
    ...{ apiUrl: `http://localhost:${port}`, apiKey },
    async wait() {
      attempts += 1;
      // The connection that comes now is answered when its machine asks again: after a second.
      if (attempts === 1) setTimeout(() => Atomics.notify(new Int32Array(gate), 0), 400);
    },
  });
  expect(await client.counters()).toEqual([]);
  expect(attempts).toBe(1);
});

test.each<[string, (socket: Socket) => void]>([
  ["silent", () => {}],
  ["reset", (socket) => void socket.resetAndDestroy()],
])("a kept connection that is %s costs one attempt", async (_, die) => {
  const kept = new WeakSet<Socket>();
  let died = 0;
  const server = createHttpServer(({ socket }, response) => {
    if (died === 0 && kept.has(socket)) {
      died += 1;
      return die(socket);
    }
    kept.add(socket);
    response.end('{"counters":[]}');
  });
  const apiUrl = `http://127.0.0.1:${await listening(server)}`;
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const client = new CountingClient({ apiUrl, apiKey, timeoutMs: 500, wait });
  for (let request = 0; request < 100 && died === 0; request += 1)
    expect(await client.counters()).toEqual([]);
  expect([died, waits.length]).toEqual([1, 1]);
});
