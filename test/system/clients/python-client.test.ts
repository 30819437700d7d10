// @module-tag all
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { notRunWithout } from "../../not-run.ts";
import { Chance } from "../../simulation/chance.ts";
import { createCounter, createCustomer, get, outputs, tapOnce, tapTimes } from "../service.ts";
import { createReceiver } from "../webhooks/webhook-service.ts";

const client = resolve(import.meta.dirname, "..", "..", "..", "packages", "client-python");
const readme = readFileSync(join(client, "README.md"), "utf8");
const [, program = ""] = /^```python\n(# receiver\.py\n[\s\S]*?)^```$/m.exec(readme) ?? [];
const notRun = notRunWithout("python3", "The client in Python, on the running service,");

/** The receiver of the client's README, which is killed and started again, with its books in a file. */
function mortalReceiver(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "python-receiver-"));
  writeFileSync(join(folder, "receiver.py"), program);
  let child: ChildProcess | undefined;
  let port = "";
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(async () => {
    await kill();
    rmSync(folder, { recursive: true });
  });
  return {
    kill,
    async start(): Promise<void> {
      const started = spawn("python3", ["-B", "receiver.py"], {
        cwd: folder,
        env: {
          ...{ PATH: process.env.PATH, PYTHONPATH: client, PORT: "0", GRACE_SECONDS: "0.2" },
          ...{ API_URL: outputs.ApiUrl, ...env },
        },
        stdio: ["ignore", "pipe", "ignore"],
      });
      child = started;
      const lines = createInterface(started.stdout)[Symbol.asyncIterator]();
      port = /^listening on port (\d+)$/.exec(String((await lines.next()).value))?.[1] ?? "";
    },
    /** False when it did not acknowledge: it is sent again, as the service does. */
    async post(signature: string, body: string): Promise<boolean> {
      const request = { method: "POST", headers: { "x-service-signature": signature }, body };
      const sent = fetch(`http://127.0.0.1:${port}`, request);
      return await sent.then(
        ({ status }) => status === 204,
        () => false,
      );
    },
    books(counterId: string) {
      using database = new DatabaseSync(join(folder, "books.db"), { timeout: 10_000 });
      const query = "SELECT number, count FROM books WHERE counter_id = ? ORDER BY rowid";
      return database.prepare(query).all(counterId);
    },
  };
}

test.skipIf(notRun)(
  `${notRun}a receiver in Python that is killed has every count once and in order, whatever is lost, repeated or overtaken`,
  async () => {
    const { organization, key, counter } = await createCustomer("enterprise");
    const second = await createCounter(organization);
    const sent = await createReceiver(organization.id);
    const chance = new Chance(Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000));
    const receiver = mortalReceiver({ API_KEY: key, WEBHOOK_SECRET: sent.secret });
    await receiver.start();
    let done = false;
    const deliver = async () => {
      let forwarded = 0;
      const waiting: { signature: string; body: string }[] = [];
      while (!done || waiting.length > 0) {
        for (const { headers, body } of sent.received.slice(forwarded)) {
          forwarded += 1;
          const lost = chance.next() < 0.3;
          if (!lost) waiting.push({ signature: headers.signature ?? "", body });
        }
        const [one] = waiting.splice(Math.floor(chance.next() * Math.min(8, waiting.length)), 1);
        if (one === undefined) await setTimeout(20);
        else if (!(await receiver.post(one.signature, one.body)) || chance.next() < 0.1)
          waiting.push(one);
      }
    };
    const delivering = deliver();
    for (let round = 0; round < 4; round += 1) {
      await tapTimes(counter, 12);
      for (let tap = 0; tap < 4; tap += 1) await tapOnce(second, tap % 2 === 0 ? "up" : "down");
      await setTimeout(chance.next() * 400);
      await receiver.kill();
      await receiver.start();
    }
    done = true;
    await delivering;
    // What was lost at the end is found by the next check: that of the next start.
    await receiver.kill();
    await receiver.start();
    const known = async ({ id }: { id: string }) => {
      const history = await get(`/api/v1/counters/${id}/history?limit=500`, key);
      const { events } = (await history.json()) as { events: Record<string, number>[] };
      return events.reverse().map(({ lastEventId: number, count }) => ({ number, count }));
    };
    for (const [each, counts] of [
      [counter, 48],
      [second, 16],
    ] as const) {
      await expect.poll(() => receiver.books(each.id).length).toBeGreaterThanOrEqual(counts);
      expect(receiver.books(each.id)).toEqual(await known(each));
    }
  },
  120_000,
);
