import { expect, test } from "vitest";
import {
  receiveWhileWaiting,
  type WhileWaitingOptions,
} from "../../../core/batches/queue-batch.ts";
import { Chance } from "../../simulation/chance.ts";
import { VirtualTime } from "../../simulation/virtual-time.ts";

/** A message that arrives some time after the batch, and how handling it goes. */
interface Message {
  id: number;
  arrivesMs: number;
  lastsMs: number;
  fails?: boolean;
}

interface World {
  batch: { lastsMs: number; size?: number; fails?: boolean };
  messages?: Message[];
  /** When the function has no more time to receive, after the batch came. */
  timeMs?: number;
  /** Whether the function's own work takes the time. */
  busy?: boolean;
  /** How the calls of the queue fail. */
  broken?: "receive" | "remove";
  options?: Partial<WhileWaitingOptions>;
}

const message = (id: number, arrivesMs: number, lastsMs = 50): Message => ({
  id,
  arrivesMs,
  lastsMs,
});
const ids = (messages: { id: number }[]) => messages.map(({ id }) => id);

/** Runs a function on one batch beside a queue; times are in milliseconds after the batch came. */
async function run({ batch, messages = [], timeMs = 60_000, busy, broken, options }: World) {
  const time = new VirtualTime();
  const startMs = time.nowMs;
  const passedMs = () => time.nowMs - startMs;
  const waiting = [...messages];
  const received: { id: number; atMs: number }[] = [];
  const handled: { id: number; atMs: number }[] = [];
  const removed: { id: number; atMs: number }[] = [];
  const errors: unknown[] = [];
  let inHand = batch.size ?? 1;
  let mostInHand = inHand;
  let calls = 0;
  const ports = {
    async receive(maxMessages: number, mayWait: boolean) {
      calls += 1;
      if (broken === "receive") throw new Error("no response");
      const there = () => waiting.filter(({ arrivesMs }) => arrivesMs <= passedMs());
      const untilMs = passedMs() + (mayWait ? 1_000 : 0);
      while (there().length === 0 && passedMs() < untilMs) {
        await time.sleep(10);
      }
      const taken = there().slice(0, Math.min(maxMessages, 10));
      for (const one of taken) waiting.splice(waiting.indexOf(one), 1);
      received.push(...taken.map(({ id }) => ({ id, atMs: passedMs() })));
      inHand += taken.length;
      mostInHand = Math.max(mostInHand, inHand);
      return taken;
    },
    async handle({ id, lastsMs, fails }: Message) {
      await time.sleep(lastsMs);
      inHand -= 1;
      if (fails) throw new Error(`message ${id} must be received again`);
      handled.push({ id, atMs: passedMs() });
    },
    async remove(some: Message[]) {
      if (broken === "remove") throw new Error("no response");
      await time.sleep(5);
      removed.push(...some.map(({ id }) => ({ id, atMs: passedMs() })));
    },
    isIdle: () => !busy,
    hasTime: () => passedMs() < timeMs,
    onError: (error: unknown) => void errors.push(error),
    now: () => time.nowMs,
    sleep: (ms: number) => time.sleep(ms),
  };
  const whole = time.sleep(batch.lastsMs).then(() => {
    inHand -= batch.size ?? 1;
    if (batch.fails) throw new Error("the batch failed");
  });
  let endedMs: number | undefined;
  const running = receiveWhileWaiting(
    ports,
    { handled: whole, size: batch.size ?? 1 },
    { receiveAfterMs: 700, maxInHand: 100, ...options },
  ).then(() => {
    endedMs = passedMs();
  });
  await time.runAll(200_000);
  await running;
  return { received, handled, removed, errors, calls, mostInHand, endedMs: endedMs ?? 0 };
}

test("receives nothing beside a batch that is handled promptly", async () => {
  const result = await run({ batch: { lastsMs: 699 }, messages: [message(1, 0)] });
  expect(result).toMatchObject({ calls: 0, endedMs: 699 });
});

test("handles and removes what arrives while the batch waits", async () => {
  const messages = [message(1, 0), message(2, 3_000), message(3, 8_000)];
  const { received, removed } = await run({ batch: { lastsMs: 10_000 }, messages });
  expect(ids(removed)).toEqual([1, 2, 3]);
  for (const [index, { atMs }] of received.entries()) {
    expect(atMs).toBeLessThanOrEqual(Math.max(700, messages[index]?.arrivesMs ?? 0) + 20);
  }
  // Before the batch ends: nobody's deletion waits for it.
  for (const { atMs } of removed) expect(atMs).toBeLessThan(10_000);
});

test("looks once before that without waiting, and goes on where it finds something", async () => {
  const options = { lookAfterMs: 200 };
  const found = await run({
    batch: { lastsMs: 650 },
    messages: [message(1, 100), message(2, 300), message(3, 690)],
    options,
  });
  expect(found.received).toEqual([{ id: 1, atMs: 200 }]);
  expect(found).toMatchObject({ calls: 2, endedMs: 650 });
  const held = await run({ batch: { lastsMs: 2_000 }, messages: [message(1, 300)], options });
  expect(held.received).toEqual([{ id: 1, atMs: 700 }]);
  expect((await run({ batch: { lastsMs: 199 }, options })).calls).toBe(0);
  const full = await run({
    batch: { lastsMs: 650, size: 10 },
    messages: Array.from({ length: 20 }, (_, index) => message(index, 0, 500)),
    options: { ...options, maxAfterLook: 16 },
  });
  expect(full).toMatchObject({ calls: 1, mostInHand: 16 });
  expect((await run({ batch: { lastsMs: 650 }, busy: true, options })).calls).toBe(0);
});

test("stops receiving when nothing is slow any more", async () => {
  const messages = Array.from({ length: 200 }, (_, index) => message(index, index * 50));
  const { received, handled, endedMs } = await run({ batch: { lastsMs: 2_000 }, messages });
  expect(received.at(-1)?.atMs).toBeLessThanOrEqual(2_050);
  expect(ids(handled)).toEqual(ids(received));
  expect(endedMs).toBeLessThan(2_200);
});

test("pauses before each receiving, for as long as it is told", async () => {
  const pauses = [400, 900, 100];
  const messages = [message(1, 0), message(2, 0), message(3, 2_100)];
  const { received } = await run({
    batch: { lastsMs: 10_000 },
    messages,
    options: { pauseMs: () => pauses.shift() ?? 0 },
  });
  expect(received).toEqual([
    { id: 1, atMs: 1_100 },
    { id: 2, atMs: 1_100 },
    { id: 3, atMs: 2_100 },
  ]);
});

test("receives nothing after a pause in which what was slow has ended", async () => {
  const result = await run({
    batch: { lastsMs: 1_000 },
    messages: [message(1, 0)],
    options: { pauseMs: () => 500 },
  });
  expect(result).toMatchObject({ calls: 0, endedMs: 1_200 });
});

test("receives nothing more when too little time is left, and ends what it has received", async () => {
  const messages = [message(1, 0, 10_000), message(2, 3_900, 10_000), message(3, 6_000)];
  const { removed, endedMs } = await run({ batch: { lastsMs: 9_000 }, messages, timeMs: 4_000 });
  expect(ids(removed)).toEqual([1, 2]);
  expect(endedMs).toBeGreaterThan(13_900);
});

test("has no more messages in hand than it may", async () => {
  const messages = Array.from({ length: 50 }, (_, index) => message(index, 0, 1_000));
  const { removed, mostInHand } = await run({
    batch: { lastsMs: 30_000, size: 10 },
    messages,
    options: { maxInHand: 25 },
  });
  expect(mostInHand).toBe(25);
  expect(removed.length).toBe(50);
});

test.each(["receive", "remove"] as const)(
  "goes on with what it has when a call to %s fails, and receives no more",
  async (broken) => {
    const messages = [message(1, 0), message(2, 5_000)];
    const { errors, received, endedMs } = await run({
      batch: { lastsMs: 9_000 },
      messages,
      broken,
    });
    expect(errors).toEqual([new Error("no response")]);
    expect(ids(received)).not.toContain(2);
    expect(endedMs).toBe(9_000);
  },
);

test("leaves the failure of the batch to whoever waits for it", async () => {
  const { removed } = await run({
    batch: { lastsMs: 2_000, fails: true },
    messages: [message(1, 0)],
  });
  expect(ids(removed)).toEqual([1]);
});

test("in 300 random worlds each message is handled once and then removed, or not removed", async () => {
  let failures = 0;
  let slow = 0;
  let ties = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const chance = new Chance(seed);
    const messages = Array.from({ length: 40 }, (_, id) => ({
      id,
      arrivesMs: 500 * Math.round(chance.between(0, 30)),
      lastsMs: chance.happens(0.2) ? 10_000 : chance.between(5, 300),
      fails: chance.happens(0.1),
    }));
    const maxInHand = Math.round(chance.between(11, 40));
    const result = await run({
      batch: { lastsMs: chance.between(10, 10_000), size: 10 },
      messages,
      timeMs: 12_000,
      options: { maxInHand, ...(seed % 2 === 0 && { pauseMs: () => chance.between(0, 1_000) }) },
    });
    const again = new Set(ids(messages.filter(({ fails }) => fails)));
    const expected = ids(result.received).filter((id) => !again.has(id));
    expect(new Set(ids(result.received)).size, `seed ${seed}`).toBe(result.received.length);
    expect(ids(result.handled).toSorted(), `seed ${seed}`).toEqual(expected.toSorted());
    expect(ids(result.removed).toSorted(), `seed ${seed}`).toEqual(expected.toSorted());
    expect(result.mostInHand, `seed ${seed}`).toBeLessThanOrEqual(Math.max(10, maxInHand));
    ties += messages.length - new Set(messages.map(({ arrivesMs }) => arrivesMs)).size;
    failures += result.received.length - expected.length;
    if (result.received.length > 0) slow += 1;
  }
  // Worlds in which nothing is received beside the batch would prove nothing.
  expect(failures).toBeGreaterThan(100);
  expect(slow).toBeGreaterThan(200);
  expect(ties).toBeGreaterThan(300);
}, 60_000);
