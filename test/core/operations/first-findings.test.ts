import { expect, test } from "vitest";
import { judgeCanary, judgeCompression } from "../../../core/operations/first-findings.ts";

test("a canary that has stopped, and a page that is not compressed, are warnings", () => {
  const now = Date.parse("2026-11-28T12:00:00Z");
  expect(judgeCanary("2026-11-28T11:58:00Z", now).severity).toBe("fine");
  expect(judgeCanary("2026-11-28T11:54:00Z", now).severity).toBe("warning");
  expect(judgeCanary(undefined, now).severity).toBe("skipped");
  expect(judgeCompression("https://console.example/", null).severity).toBe("warning");
});
