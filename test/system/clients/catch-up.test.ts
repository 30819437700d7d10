import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CatchUpStatus, type Count, type CountEvent, CountingClient } from "counting-client";
import { fileStore } from "counting-client/file-store";
import { expect, inject, onTestFinished, test } from "vitest";
import { ensureCertificates } from "../../../local/certificate-authority.ts";
import { createCounter, createCustomer, dataDir, outputs, tapOnce } from "../service.ts";
import { createEndpoint } from "../webhooks/webhook-service.ts";
import type { MortalReceiver } from "./mortal-receiver.ts";

/** Where a receiver can be killed. */
const steps = [
  "request",
  "before load",
  "after load",
  "before commit",
  "after commit",
  "acknowledgement",
  "before list",
  "after list",
  "before page",
  "after page",
];

test("a receiver that is killed at every step, and loses, repeats and delays deliveries, has every count once and in order", async () => {
  const { organization, key, counter } = await createCustomer("enterprise");
  const counters = [counter, await createCounter(organization)];
  const folder = mkdtempSync(join(tmpdir(), "catch-up-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const receiver: MortalReceiver = {
    client: inject("clientPackage"),
    ...{ apiUrl: outputs.ApiUrl, apiKey: key, secret: "whsec_", port: 0 },
    certificates: await ensureCertificates(join(dataDir, "ca")),
    books: join(folder, "books"),
  };
  receiver.port = await portOf(receiver);
  const url = `https://localhost:${receiver.port}/hooks`;
  const events = ["counter.increment", "counter.decrement"] as const;
  const { secret } = await createEndpoint({
    ...{ organizationId: organization.id, url, events: [...events] },
  });
  receiver.secret = secret;

  for (const diesAt of steps) {
    const process = start({ ...receiver, diesAt });
    const exited = once(process, "exit");
    const isAlive = () => process.exitCode === null && process.signalCode === null;
    for (let tap = 0; isAlive(); tap += 1)
      await tapOnce(counters[tap % 2] ?? counter, tap % 3 === 0 ? "down" : "up");
    expect(await exited, diesAt).toEqual([null, "SIGKILL"]);
  }

  // The last one lives on.
  const survivor = start(receiver);
  onTestFinished(() => void survivor.kill());
  const client = new CountingClient({ apiUrl: outputs.ApiUrl, apiKey: key });
  const newest = new Map((await client.counters()).map(({ id, lastEventId }) => [id, lastEventId]));
  let status: CatchUpStatus | undefined;
  survivor.on("message", (message: { status?: CatchUpStatus }) => {
    status = message.status ?? status;
  });
  const completeTo = () =>
    new Map(status?.counters.map((one) => [one.counterId, one.completeTo] as const));
  await expect.poll(completeTo).toEqual(newest);
  survivor.kill();
  await once(survivor, "exit");

  const store = await fileStore<Count[]>(receiver.books, {
    record: (book = [], count) => [...book, count],
  });
  for (const { id } of counters) {
    const history: CountEvent[] = [];
    for await (const event of client.history(id)) history.unshift(event);
    const books = store.book(id) ?? [];
    expect(books).toEqual(history.map(({ id: _, metadata: __, ...count }) => count));
    expect(history.length).toBeGreaterThan(steps.length);
    for (const [index, { previousCount }] of books.entries())
      expect(previousCount).toBe(books[index - 1]?.count ?? 0);
  }
  await store.close();
}, 120_000);

function start(receiver: MortalReceiver): ChildProcess {
  const program = join(import.meta.dirname, "mortal-receiver.ts");
  return fork(program, [JSON.stringify(receiver)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

/** A port that a receiver can listen on. */
async function portOf(receiver: MortalReceiver): Promise<number> {
  const process = start(receiver);
  const { promise, resolve } = Promise.withResolvers<number>();
  process.on("message", ({ port }: { port?: number }) => port !== undefined && resolve(port));
  const port = await promise;
  process.kill();
  await once(process, "exit");
  return port;
}
