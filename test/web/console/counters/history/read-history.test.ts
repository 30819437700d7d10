import { afterEach, expect, test, vi } from "vitest";
import { readRange } from "../../../../../web/console/counters/history/read-history.ts";

afterEach(() => void vi.unstubAllGlobals());

const counter = { organizationId: "org_1", counterId: "ctr_1" };
const startMs = Date.UTC(2026, 0, 1);
const isoAt = (second: number) => new Date(startMs + second * 1_000).toISOString();

/** Reads a range, in seconds, of a history with a count each second; events are numbered from 0. */
async function read(from: number, to: number, events = 1_200) {
  const begins: (string | null)[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    const { pathname, searchParams } = new URL(path, "https://console.example");
    if (!pathname.endsWith("/history")) {
      const points = [to - 1, to].map((second) => ({ at: isoAt(second), position: second }));
      return Response.json({ points });
    }
    const before = searchParams.get("beforeEventId");
    begins.push(before);
    const newestFirst = Array.from({ length: Number(before ?? events) }, (_, id) => ({
      ...{ lastEventId: id, createdAt: isoAt(id) },
    })).reverse();
    return Response.json({ events: newestFirst.slice(0, Number(searchParams.get("limit"))) });
  });
  const ids: number[] = [];
  const range = { fromMs: startMs + from * 1_000, toMs: startMs + to * 1_000 };
  for await (const page of readRange(counter, range)) ids.push(...page.map((e) => e.lastEventId));
  return { ids, begins };
}

test("a range has each count from its beginning to before its end, of all pages", async () => {
  const { ids } = await read(100, 1_150);
  expect(ids).toEqual(Array.from({ length: 1_050 }, (_, index) => 1_149 - index));
});

test("what is newer than the range is not read", async () => {
  expect((await read(100, 700)).begins).toEqual(["700", "200"]);
});
