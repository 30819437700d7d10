import { expect, test } from "vitest";
import {
  addressName,
  type DailyLimit,
  limitItem,
  limitResult,
  tapLimit,
} from "../../core/rate-limits.ts";

const noon = Date.UTC(2026, 10, 21, 12);

test("uses of one minute count in one item, which outlives the minute", () => {
  const first = limitItem(tapLimit, "gat_1", noon);
  expect(limitItem(tapLimit, "gat_1", noon + 59_999)).toEqual(first);
  expect(limitItem(tapLimit, "gat_1", noon + 60_000).limitKey).not.toBe(first.limitKey);
  expect(limitItem(tapLimit, "gat_2", noon).limitKey).not.toBe(first.limitKey);
  expect(first.expiresAt).toBeGreaterThan((noon + 60_000) / 1_000);
});

test("the wait ends with the minute and is never zero", () => {
  const wait = (nowMs: number) => limitResult("limited", tapLimit, { used: 6_000, nowMs });
  expect(wait(noon)).toEqual({ result: "limited", remaining: 0, resetSeconds: 60 });
  expect(wait(noon + 59_999)).toMatchObject({ resetSeconds: 1 });
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::", "2001:db8:1:2::/64"],
  ["not an address", "unknown"],
  ["", "unknown"],
])("the address %j is counted as %s", (text, name) => {
  expect(addressName(text)).toBe(name);
});

test("a daily limit begins anew with the day of UTC", () => {
  const daily: DailyLimit = { what: "address_mails", perDay: 3 };
  const { limitKey } = limitItem(daily, "a", noon);
  expect(limitItem(daily, "a", noon + 11 * 3_600_000).limitKey).toBe(limitKey);
  expect(limitItem(daily, "a", noon + 12 * 3_600_000).limitKey).not.toBe(limitKey);
  const limited = limitResult("limited", daily, { used: 3, nowMs: noon });
  expect(limited).toEqual({ result: "limited", remaining: 0, resetSeconds: 12 * 3_600 });
});
