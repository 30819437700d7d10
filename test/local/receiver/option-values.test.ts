import { expect, test } from "vitest";
import { port, seconds, status, times } from "../../../local/receiver/option-values.ts";

test.each([
  ["a port", port, ["0", "443", "1024", "65535"], ["1", "442", "444", "1023", "65536"]],
  ["a status", status, ["200", "599"], ["199", "600"]],
  ["a wait", seconds, ["0", "0.001", "3600"], ["3600.001", "3601", "-1"]],
  ["a number of times", times, ["0", "1000"], ["1001", "-1"]],
])("%s lies within its borders", (_, parse, allowed, refused) => {
  expect(allowed.map(parse)).toEqual(allowed.map(Number));
  for (const text of refused) expect(() => parse(text)).toThrow("It must be");
});
