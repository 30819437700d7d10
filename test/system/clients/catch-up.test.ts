// @module-tag all
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CatchUp,
  type CatchUpStatus,
  type Count,
  type CountEvent,
  CountingClient,
  memoryStore,
} from "counting-client";
import { fileStore } from "counting-client/file-store";
import { expect, inject, onTestFinished, test } from "vitest";
import type { StoredCount } from "../../../core/counters/count-event.ts";
import {
  archiveCounter,
  unarchiveCounter,
} from "../../../core/counters/settings/counter-archive.ts";
import { countEnvelope } from "../../../core/webhooks/count-webhooks.ts";
import { ensureCertificates } from "../../../local/certificate-authority.ts";
import { operator } from "../../core/audit/operator.ts";
import { createCounter, createCustomer, dataDir, outputs, stores, tapOnce } from "../service.ts";
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

test("what is held of an archived counter waits, and its gap is filled when the counter is back", async () => {
  const { organization, key, counter } = await createCustomer("pro");
  const counterKey = { organizationId: organization.id, counterId: counter.id };
  for (const direction of ["up", "down", "up"] as const) await tapOnce(counter, direction);
  const client = new CountingClient({ apiUrl: outputs.ApiUrl, apiKey: key });
  const store = memoryStore<number[]>({ record: (book = [], { count }) => [...book, count] });
  const catchUp = new CatchUp({ client, store, begin: "beginning", graceSeconds: 0 });
  const { events } = await client.historyPage(counter.id, { limit: 1 });
  const third = { ...events[0], organizationId: organization.id, counterName: counter.name };
  await archiveCounter(stores, counterKey, operator);
  expect(await catchUp.receive(countEnvelope(third as StoredCount))).toBe("held");
  await catchUp.check();
  expect(await catchUp.status()).toMatchObject({
    counters: [{ completeTo: 0, known: 3, listed: false }],
  });
  await unarchiveCounter(stores, counterKey, operator);
  await catchUp.check();
  expect(await catchUp.status()).toMatchObject({
    counters: [{ completeTo: 3, known: 3, listed: true }],
  });
  expect(store.book(counter.id)).toEqual([1, 0, 1]);
});

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
