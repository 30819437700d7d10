import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { signature } from "../../core/webhooks/signed-request.ts";
import { eventually } from "../eventually.ts";
import { alert, event, secret, signedCases } from "../local/receiver/signed-cases.ts";
import type { Inbox } from "./inbox.ts";
import type { SampleReceiver } from "./receivers.ts";

const nextSecret = "whsec_dGhlIG5leHQgb25lLCBvZiB0aGUgdGVzdHMgdG9vLg==";
const now = () => Math.floor(Date.now() / 1_000);

/** Runs one receiver of the guide, over HTTP, and throws at the first thing that it does wrong. */
export async function checkReceiver(
  receiver: SampleReceiver,
  { blocks, vectors }: { blocks: Map<string, string>; vectors: string[] },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sample-receiver-"));
  let inbox: Inbox | undefined;
  try {
    for (const file of receiver.files) {
      const text = blocks.get(file);
      if (text === undefined) throw new Error(`the guide has no ${file}`);
      writeFileSync(join(folder, file), text);
    }
    receiver.prepare?.(folder);
    inbox = await receiver.openInbox(folder);
    await checkRunning(new RunningReceiver(receiver, folder, inbox), vectors);
  } finally {
    inbox?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkRunning(running: RunningReceiver, vectors: string[]): Promise<void> {
  try {
    await running.start({ WEBHOOK_SECRET: secret });
    await acceptsAndStores(running, vectors);
    await refuses(running);
    await storesOnce(running);
    await acknowledgesOnlyWhatIsStored(running);
    await keepsWhatItAcknowledged(running);
    await followsARotation(running);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${running.output()}`);
  } finally {
    await running.kill();
  }
}

async function acceptsAndStores(running: RunningReceiver, vectors: string[]): Promise<void> {
  const genuine = signedCases().filter((each) => each.genuine);
  const resigned = vectors.map((body) => ({ name: "a vector", header: sign(body), body }));
  for (const { name, header, body } of [...genuine, ...resigned]) {
    assert.equal(await running.post(header, body), 204, name);
    assert(running.inbox.read().has(keyOf(body)), `${name}: stored`);
  }
  const stored = [...running.inbox.read().values()];
  for (const body of vectors) assert(stored.includes(body), `stored as it was sent: ${body}`);
}

async function refuses(running: RunningReceiver): Promise<void> {
  const body = JSON.stringify(event("Forged", 900));
  const good = sign(body);
  const upper = good.replace(/v1=.*/, (hex) => `v1=${hex.slice(3).toUpperCase()}`);
  const headers = [
    ...[`${good},${good.slice(good.indexOf("v1="))}`, ` ${good} x`, `${good};`, `x${good}`, upper],
    ...[good.replace("t=", "t=0"), good.replace("t=", "t=-"), good.replace("t=", "t=+")],
    ...[good.replace(",", ", "), good.replace("v1", "v0"), `t=${"9".repeat(400)},v1=00`],
    ...[sign(body, { timestamp: 999_999_999_999 }), sign(body, { timestamp: 0 })],
  ];
  const forged = headers.map((header) => ({ name: header, header, body }));
  const before = running.inbox.read();
  const others = signedCases().filter((each) => !each.genuine && each.secret === secret);
  for (const each of [...others, ...forged, { name: "twice", header: [good, good], body }])
    assert.equal(await running.post(each.header, each.body), 400, each.name);
  const large = JSON.stringify(event("x".repeat(300_000), 901));
  const tooLarge = await running.post(sign(large), large).catch(() => "broken off");
  assert([400, 413, "broken off"].includes(tooLarge), `too large: ${tooLarge}`);
  assert.equal(await running.post(sign("{"), "{"), 500, "no JSON");
  assert.deepEqual(running.inbox.read(), before, "nothing of it is stored");
}

async function storesOnce(running: RunningReceiver): Promise<void> {
  const before = running.inbox.read().size;
  const count = JSON.stringify(event("Gate", 31));
  const [first, second] = ["alt_1", "alt_2"].map((alertId) =>
    JSON.stringify(alert({ alertId, lastEventId: 31 })),
  );
  if (first === undefined || second === undefined) return;
  const repeated = [count, first, second, count, second, first, count];
  for (const body of repeated) assert.equal(await running.post(sign(body), body), 204);
  const atOnce = Array.from({ length: 8 }, () => running.post(sign(count), count));
  for (const status of await Promise.all(atOnce)) assert.equal(status, 204, "at once");
  assert.equal(running.inbox.read().size - before, 3, "one count and two alerts");
}

async function acknowledgesOnlyWhatIsStored(running: RunningReceiver): Promise<void> {
  const body = JSON.stringify(event("Gate", 32));
  const release = running.inbox.refuse();
  const answer = running.post(sign(body), body).catch(() => 0);
  const early = await Promise.race([answer, setTimeout(1_500, "none yet")]);
  assert(early === "none yet" || early === 500, `nothing can be stored, yet ${early}`);
  release();
  await answer;
  assert.equal(await running.post(sign(body), body), 204);
  assert.equal(running.inbox.read().get(keyOf(body)), body);
}

async function keepsWhatItAcknowledged(running: RunningReceiver): Promise<void> {
  const body = JSON.stringify(event("Gate", 33));
  assert.equal(await running.post(sign(body), body), 204);
  await running.kill();
  assert.equal(running.inbox.read().get(keyOf(body)), body);
}

async function followsARotation(running: RunningReceiver): Promise<void> {
  const body = JSON.stringify(event("Gate", 34));
  const statuses = () =>
    Promise.all([secret, nextSecret].map((secret) => running.post(sign(body, { secret }), body)));
  await running.start({ WEBHOOK_SECRET: secret, WEBHOOK_NEXT_SECRET: nextSecret });
  assert.deepEqual(await statuses(), [204, 204], "while both are set");
  await running.kill();
  await running.start({ WEBHOOK_SECRET: nextSecret });
  assert.deepEqual(await statuses(), [400, 204], "once the next is the only one");
}

function sign(body: string, signed: { secret?: string; timestamp?: number } = {}): string {
  return signature({ secret, timestamp: now(), body, ...signed });
}

function keyOf(body: string): string {
  const { id, data } = JSON.parse(body);
  return data.alertId === undefined ? id : `${id}:${data.alertId}`;
}

/** A receiver's process, in a group of its own, since some start others. */
class RunningReceiver {
  readonly inbox: Inbox;
  readonly #receiver: SampleReceiver;
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #port = 0;

  constructor(receiver: SampleReceiver, folder: string, inbox: Inbox) {
    this.#receiver = receiver;
    this.#folder = folder;
    this.inbox = inbox;
  }

  async start(secrets: Record<string, string>): Promise<void> {
    this.#port = await freePort();
    const [program, ...words] = this.#receiver.command(this.#port);
    const log = createWriteStream(this.#log, { flags: "a" });
    await once(log, "open");
    const child = spawn(program, words, {
      cwd: this.#folder,
      detached: true,
      env: { PATH: process.env.PATH, HOME: this.#folder, PORT: `${this.#port}`, ...secrets },
      stdio: ["ignore", log, log],
    });
    this.#child = child;
    await eventually("the receiver listens", async () => {
      if (child.exitCode !== null) throw new Error("the receiver ended");
      return (await isListening(this.#port)) || undefined;
    });
  }

  /** Ends it at once, as a crash would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await exited;
  }

  async post(header: string | string[] | null, body: string): Promise<number> {
    const headers = new Headers({ "content-type": "application/json" });
    for (const value of [header ?? []].flat()) headers.append("x-service-signature", value);
    const url = `http://127.0.0.1:${this.#port}/webhooks`;
    const signal = AbortSignal.timeout(15_000);
    const response = await fetch(url, { method: "POST", headers, body, signal });
    const text = await response.text();
    assert.doesNotMatch(text, /Traceback|JSON|\.(mjs|py|php|ru|go)\b/, "shows its insides");
    return response.status;
  }

  output(): string {
    return readFileSync(this.#log, "utf8").slice(-1_000);
  }

  get #log() {
    return join(this.#folder, "output.log");
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return await once(socket, "connect")
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}
