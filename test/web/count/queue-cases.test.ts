import { expect, test } from "vitest";
import { isWaiting } from "../../../web/count/queue/device-tap.ts";
import { gate, QueueWorld } from "./queue-world.ts";
import { wrongEnds } from "./wrong-ends.ts";

test("a tap that another tab has sent meanwhile may be counted, though a first request was refused", async () => {
  // Without locks, two tabs send at the same time.
  const world = await QueueWorld.open(false);
  await world.tap(0, gate, "ctr_a", { up: false });
  await world.hearOtherTab(1);
  await world.tap(0, gate, "ctr_a", { up: false });
  await world.step(0);
  await world.step(1);
  // The request of the first tab, which alone has both taps.
  world.poison = "tap_1";
  await world.fate(0, "answered");
  await world.fate(0, "late");
  world.arriveLate(0);
  world.gateRevoked = true;
  await world.settleDown();
  expect(world.service.history.map(({ tapId }) => tapId)).toEqual(["tap_0"]);
  expect(wrongEnds(world)).toEqual([]);
});

test("a refusal is not final while a request of another tab could still be counted", async () => {
  const world = await QueueWorld.open(false);
  await world.tap(0, gate, "ctr_a", { up: true });
  await world.hearOtherTab(1);
  await world.step(0);
  await world.step(1);
  world.service.change("ctr_a", { locked: true });
  await world.fate(0, "answered");
  await world.fate(0, "late");
  world.service.change("ctr_a", { locked: false });
  world.arriveLate(0);
  expect(world.service.history.map(({ tapId }) => tapId)).toEqual(["tap_0"]);
  await world.settleDown();
  expect(wrongEnds(world)).toEqual([]);
});

test("a refusal is not final while an earlier request could still be counted", async () => {
  const world = await QueueWorld.open(true);
  await world.tap(0, gate, "ctr_a", { up: true });
  await lockBetweenRequests(world);
  const waiting = [...world.device.taps.values()].filter(isWaiting);
  expect([world.service.history.length, waiting.length]).toEqual([1, 0]);
});

test("an undo that is refused is not final while an earlier request could still undo", async () => {
  const world = await tapped(true);
  await world.fate(0, "answered");
  await world.undo(0, gate, "ctr_a");
  await lockBetweenRequests(world);
  expect(world.service.history.map(({ delta }) => delta)).toEqual([3, -3]);
  expect(world.device.taps.size).toBe(0);
});

/** What waits is sent and not answered, then refused by a lock; then the first request arrives after all. */
async function lockBetweenRequests(world: QueueWorld): Promise<void> {
  await world.step(0);
  await world.fate(0, "late");
  world.service.change("ctr_a", { locked: true });
  world.nowMs += 5_000;
  await world.step(0);
  await world.fate(0, "answered");
  expect([...world.device.taps.values()].map(({ kept }) => kept)).toEqual([null]);
  world.service.change("ctr_a", { locked: false });
  world.arriveLate(0);
  await world.settleDown();
}

/** A tap whose request is under way. */
async function tapped(locks: boolean): Promise<QueueWorld> {
  const world = await QueueWorld.open(locks);
  await world.tap(0, gate, "ctr_a", { up: true });
  await world.hearOtherTab(1);
  await world.step(0);
  return world;
}

test("a tap that both tabs have sent is added to the number by one of the answers", async () => {
  const world = await tapped(false);
  await world.step(1);
  await world.fate(0, "answered");
  await world.tap(0, gate, "ctr_a", { up: true });
  await world.step(0);
  await world.fate(0, "answered");
  world.checkNumbers();
  await world.settleDown();
  expect(world.service.history).toHaveLength(2);
});

test("a refused tap that is tried again is in the number while another one is unanswered", async () => {
  const world = await QueueWorld.open(true);
  world.service.change("ctr_a", { locked: true });
  await world.tap(0, gate, "ctr_a", { up: true });
  await world.tap(0, gate, "ctr_a", { up: true });
  await world.step(0);
  await world.fate(0, "answered");
  world.service.change("ctr_a", { locked: false });
  await world.decide(0, "try_again");
  await world.step(0);
  await world.fate(0, "lost");
  // From now on the two go up one by one, and nobody knows of the second whether it was counted.
  world.poison = "tap_1";
  await world.settleDown();
  expect(world.service.history.map(({ tapId }) => tapId)).toEqual(["tap_0"]);
  world.checkNumbers();
});

test("an undo that is refused and tried again leaves the number without its tap", async () => {
  const world = await tapped(true);
  await world.fate(0, "answer_lost");
  await world.undo(0, gate, "ctr_a");
  world.service.change("ctr_a", { locked: true });
  world.nowMs += 5_000;
  await world.step(0);
  await world.fate(0, "answered");
  world.checkNumbers();
  world.service.change("ctr_a", { locked: false });
  await world.decide(0, "try_again");
  world.checkNumbers();
  await world.settleDown();
  expect(world.service.history.map(({ delta }) => delta)).toEqual([3, -3]);
  world.checkNumbers();
});

test("an undo that expires after its response was lost is not taken from the number again", async () => {
  const world = await undoneUnheard();
  world.nowMs += 31 * 86_400_000;
  await world.step(0);
  await world.fate(0, "answered");
  await tryAgainAfterPoll(world, "expired");
});

test("an undo that the service once made, and cannot read again, is not taken from the number again", async () => {
  const world = await undoneUnheard();
  world.poison = "tap_0";
  // All that waits together, then the undo alone.
  for (let requests = 0; requests < 2; requests++) {
    world.nowMs += 5_000;
    await world.step(0);
    await world.fate(0, "answered");
  }
  await tryAgainAfterPoll(world, "unclear");
});

/** A counted tap that the service has undone, as the device does not know. */
async function undoneUnheard(): Promise<QueueWorld> {
  const world = await tapped(true);
  await world.fate(0, "answered");
  await world.undo(0, gate, "ctr_a");
  await world.step(0);
  await world.fate(0, "answer_lost");
  expect(world.service.history.map(({ delta }) => delta)).toEqual([3, -3]);
  return world;
}

/** What is kept is tried again, after a poll has told the number that is shown from then on. */
async function tryAgainAfterPoll(world: QueueWorld, reason: string): Promise<void> {
  expect([...world.device.taps.values()].map(({ kept }) => kept?.reason)).toEqual([reason]);
  world.poll(0, gate, "ctr_a");
  await world.receivePoll(0);
  await world.decide(0, "try_again");
  world.checkNumbers();
}
