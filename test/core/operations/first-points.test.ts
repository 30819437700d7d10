import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judgeCanary, judgeCompression } from "../../../core/operations/first-findings.ts";
import { type FirstPoint, firstPoints } from "../../../core/operations/first-points.ts";

test("the page and the command have the same points, in the same order and words", () => {
  const page = readFileSync("docs/operators/deploy.md", "utf8");
  const [, section = ""] = page.split("\n## First in an account\n");
  const [table = ""] = /^\|(?:.|\n\|)*/m.exec(section) ?? [];
  const [, , ...rows] = table.split("\n");
  const points: [string, FirstPoint][] = Object.entries(firstPoints);
  const expected = points.map(
    ([name, { open, expected, otherwise, byHand }]) =>
      `| \`${name}\` | ${open} | ${byHand ?? "the doctor"} | ${expected} | ${otherwise} |`,
  );
  expect(rows).toEqual(
    expected.map((row) => row.replace("filter status >= 500 |", "filter status >= 500 \\|")),
  );
});

test("a canary that has stopped, and a page that is not compressed, are warnings", () => {
  const now = Date.parse("2026-11-28T12:00:00Z");
  expect(judgeCanary("2026-11-28T11:58:00Z", now).severity).toBe("fine");
  expect(judgeCanary("2026-11-28T11:54:00Z", now).severity).toBe("warning");
  expect(judgeCanary(undefined, now).severity).toBe("skipped");
  expect(judgeCompression("https://console.example/", null).severity).toBe("warning");
});
