import { expect, test } from "vitest";
import { ServiceClock } from "../../../web/count/device/service-clock.ts";

const at = (ms: number) => new Date(ms).toISOString();

test("a device whose clock is wrong learns the time from the service, and keeps it", () => {
  const kept: number[] = [];
  const clock = new ServiceClock(
    () => 1_000_000,
    0,
    (aheadMs) => kept.push(aheadMs),
  );
  clock.learn(at(4_600_000), 200);
  expect(clock.now()).toBe(4_600_100);
  clock.learn(at(4_600_100), 200);
  clock.learn(at(9_000_000), 5_000);
  clock.learn("nonsense", 10);
  expect([clock.now(), kept]).toEqual([4_600_100, [3_600_100]]);
  // Also one that is fast.
  clock.learn(at(500_000), 200);
  expect([clock.now(), kept]).toEqual([500_100, [3_600_100, -499_900]]);
});

test("a slow response never moves a clock that is right", () => {
  for (const [tookMs, servedAfterMs] of [
    [2_900, 0],
    [2_900, 2_900],
    [1_400, 1_400],
    [600, 0],
  ] as const) {
    const clock = new ServiceClock(
      () => 1_000_000,
      0,
      () => {},
    );
    clock.learn(at(1_000_000 - tookMs + servedAfterMs), tookMs);
    expect(clock.now()).toBe(1_000_000);
  }
});

test("what was learned before is there at the start", () => {
  expect(
    new ServiceClock(
      () => 0,
      -7_000,
      () => {},
    ).now(),
  ).toBe(-7_000);
});

test("a Date header tells that a person has set the device's clock, and nothing finer", () => {
  let deviceMs = 0;
  const clock = new ServiceClock(
    () => deviceMs,
    0,
    () => {},
  );
  clock.learnRoughly(new Date(4_000).toUTCString(), 100);
  expect(clock.now()).toBe(0);
  deviceMs = -86_400_000;
  clock.learnRoughly(new Date(4_000).toUTCString(), 100);
  expect(clock.now()).toBe(4_050);
});
