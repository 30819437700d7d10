// @module-tag all
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { randomBase62 } from "../../../../adapters/random.ts";
import { CountEvent } from "../../../../core/counters/count-event.ts";
import {
  type CounterKey,
  type CounterSettings,
  newCounter,
} from "../../../../core/counters/counter.ts";
import { newCounterId } from "../../../../core/counters/counter-names.ts";
import * as service from "../../../system/service.ts";
import { allAt, opsOn, type Running, writeRuntime } from "../run-ops.ts";

let org: string;
beforeEach(async () => {
  org = (await service.createOrganization("pro")).id;
});

describe("counter tap", () => {
  test("prints the count event with its metadata", async () => {
    const key = await counter();
    const metadata = '{"b":[1,"x"],"a":null}';
    const event = await tap(key, "up", "--metadata", metadata);
    const { counted, repeated, ...rest } = event;
    expect({ counted, repeated }).toEqual({ counted: 1, repeated: 0 });
    expect(CountEvent.strict().parse(rest)).toMatchObject({
      counterId: key.counterId,
      eventType: "increment",
      count: 1,
      previousCount: 0,
      delta: 1,
      lastEventId: 1,
    });
    expect(JSON.stringify(event.metadata)).toBe(metadata);
    expect(await service.stores.countEvents.get(key, 1)).toEqual(rest);
  });

  test("--times n makes n count events without gaps and prints the last", async () => {
    const key = await counter({ decrementStep: 3 });
    const event = await tap(key, "down", "--times", "120");
    expect(event).toMatchObject({ eventType: "decrement", count: -360, lastEventId: 120 });
    await expectGapless(key, 120);
  });

  test("a repeated idempotency key counts nothing and returns the first result", async () => {
    const key = await counter();
    const first = await tap(key, "up", "--idempotency-key", "door 1");
    expect(await tap(key, "up", "--idempotency-key", "door 1")).toEqual({
      ...first,
      ...{ counted: 0, repeated: 1 },
    });
    const longer = await tap(key, "up", "--idempotency-key", "door 1", "--times", "4");
    expect(longer).toMatchObject({ lastEventId: 4, count: 4, counted: 3, repeated: 1 });
    const human = await opsOn(service).run(
      ...["counter", "tap", "--org", org, key.counterId, "up", "--times", "5"],
      ...["--idempotency-key", "door 1"],
    );
    expect(human.stdout).toContain("1 of 5 taps counted now; 4 had been counted before");
    await expectGapless(key, 5);
  });

  test("an idempotency key of another tap is refused, and both taps are named", async () => {
    const key = await counter();
    await tap(key, "up", "--idempotency-key", "K", "--metadata", '{"gate":"north"}');
    const other = ["counter", "tap", "--org", org, key.counterId, "down", "--idempotency-key", "K"];
    expect(await opsOn(service).run(...other)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr:
        'error: the idempotency key "K/1" belongs to another tap: it counted a tap up with ' +
        'metadata {"gate":"north"} (event 1), and this is a tap down with no metadata; use ' +
        "another key for another tap\n",
    });
    await expectGapless(key, 1);
  });

  test("Ctrl-C stops after the tap in flight, and the same run then completes", async () => {
    const key = await counter();
    const args = ["counter", "tap", "--org", org, key.counterId, "up", "--idempotency-key", "k"];
    const run = opsOn(service).start(...args, "--times", "300");
    await counted(key, 20, run);
    run.kill("SIGINT");
    // npm passes on what the terminal has sent already, so the signal comes twice.
    run.kill("SIGINT");
    const { exitCode, stdout, stderr } = await run.finished;
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: "" });
    const stored = await service.stores.counters.get(key);
    expect(stderr).toContain(`interrupted: ${stored?.lastEventId} of 300 taps were counted`);
    expect(await tap(key, "up", "--idempotency-key", "k", "--times", "300")).toMatchObject({
      lastEventId: 300,
    });
    await expectGapless(key, 300);
  });

  test("an interrupted run without an idempotency key names the way to repeat safely", async () => {
    const key = await counter();
    const args = ["counter", "tap", "--org", org, key.counterId, "up", "--times", "1000000"];
    const run = opsOn(service).start(...args);
    await counted(key, 3, run);
    run.kill("SIGINT");
    const { exitCode, stderr } = await run.finished;
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(
      /interrupted: [\d,]+ of 1,000,000 taps were counted; only a run with --idempotency-key can /,
    );
  });

  test("a long run reports its progress, a line at a time when stderr is no terminal", async () => {
    const key = await counter();
    const run = opsOn(service).start(
      ...["counter", "tap", "--org", org, key.counterId, "up", "--times", "1000000"],
    );
    await once(run.stderr, "text");
    const line = run.stderr.text;
    run.kill("SIGTERM");
    expect(line).toMatch(/^[\d,]+ of 1,000,000 taps \(0%\), about \d+ s left\n$/);
    expect(await run.finished).toMatchObject({ exitCode: 143 });
  });

  test("a service that stops midway is reported, with what was counted", async () => {
    const key = await counter();
    const fragile = await serviceThatCanGo();
    const run = opsOn(fragile).start(
      ...["counter", "tap", "--org", org, key.counterId, "up", "--times", "1000000"],
    );
    await counted(key, 5, run);
    fragile.go();
    const { exitCode, stdout, stderr } = await run.finished;
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(
      /\d+ of 1,000,000 taps were counted before this:\nerror: the local service is not running/,
    );
  });

  test.each<[string, CounterSettings, string, RegExp]>([
    ["a locked counter", { locked: true }, "up", /"Gate" \(ctr_\w+\) is locked; unlock it/],
    ["a tap against the mode", { mode: "decrement-only" }, "up", /takes no tap up\n/],
  ])("%s is refused with the reason", async (_case, settings, direction, reason) => {
    const { counterId } = await counter(settings);
    const args = ["counter", "tap", "--org", org, counterId, direction];
    const run = await opsOn(service).run(...args);
    expect(run).toMatchObject({ exitCode: 1, stdout: "", stderr: expect.stringMatching(reason) });
  });

  test("a tap out of range is refused, with how many were counted before", async () => {
    const { counterId } = await counter({ decrementStep: Number.MAX_SAFE_INTEGER });
    const args = ["counter", "tap", "--org", org, counterId, "down", "--times", "2"];
    const { exitCode, stderr } = await opsOn(service).run(...args);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/beyond ±\(2\^53−1\) \(1 of 2 taps was counted before\)\n$/);
  });
});

function tap({ organizationId, counterId }: CounterKey, ...args: string[]) {
  return opsOn(service).json("counter", "tap", "--org", organizationId, counterId, ...args);
}

async function counter(settings: CounterSettings = {}): Promise<CounterKey> {
  const key = { organizationId: org, counterId: newCounterId(randomBase62) };
  const made = { ...newCounter({ name: "Gate" }, key, 0), ...settings };
  await service.stores.counterCreator.create([made]);
  return key;
}

/** Resolves when a run has counted so many taps; fails when it ends before. */
async function counted(key: CounterKey, taps: number, run: Running): Promise<void> {
  for (;;) {
    if (((await service.stores.counters.get(key))?.lastEventId ?? 0) >= taps) return;
    if (run.isOver()) throw new Error((await run.finished).stderr);
    await delay(2);
  }
}

/** The history has exactly `taps` events, and each goes on where the one before ended. */
async function expectGapless(key: CounterKey, taps: number) {
  const events = (await service.stores.countEvents.page(key, { limit: 500 })).reverse();
  expect(events.map(({ lastEventId }) => lastEventId)).toEqual(
    Array.from({ length: taps }, (_, index) => index + 1),
  );
  let count = 0;
  for (const event of events) {
    expect(event.previousCount).toBe(count);
    count += event.delta;
    expect(event.count).toBe(count);
  }
  const stored = await service.stores.counters.get(key);
  expect(stored).toMatchObject({ count, lastEventId: taps, version: taps + 1 });
}

/** The running service, through a connection that can be cut for good. */
async function serviceThatCanGo(): Promise<{ dataDir: string; go(): void }> {
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(service.endpoint);
  const server = createServer((socket) => {
    const onward = connect(Number(port), hostname);
    for (const side of [socket, onward]) sockets.add(side.on("error", () => {}));
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = z.object({ port: z.int() }).parse(server.address());
  const dataDir = join(service.dataDir, randomBase62(10));
  const endpoints = allAt(`http://127.0.0.1:${own}`);
  await writeRuntime(dataDir, { pid: process.pid, outputs: service.outputs, endpoints });
  return {
    dataDir,
    go() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
