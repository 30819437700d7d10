import { expect, test } from "vitest";
import { useLiveCounters } from "../../../../web/console/counters/counter-queries.ts";
import { pass, renderHook, useDocument } from "../rendered-hook.ts";
import { type Scripted, scriptedService } from "../scripted-service.ts";

useDocument();

const row = (id: string, version: number) => ({ id, version, count: version * 10 });
const rows = (...counters: object[]) => ({ body: { counters } });

async function live(ids: string[], reply: () => Scripted) {
  const requests = scriptedService(reply);
  const hook = (shown: string[]) => useLiveCounters("org_1", shown);
  return { requests, page: await renderHook(hook, ids) };
}

test("counters are read every two seconds, from the second time on only when changed", async () => {
  const replies: Scripted[] = [{ ...rows(row("a", 1)), etag: "x" }, { status: 304 }];
  const { requests, page } = await live(["a"], () => replies.shift() ?? rows(row("a", 3)));
  await pass(4_000);
  expect(requests.map(({ etag }) => etag)).toEqual([undefined, "x", "x"]);
  expect(page.current.live.get("a")?.count).toBe(30);
});

test("an older state never replaces a newer one, also not that of another set of rows", async () => {
  const replies = [rows(row("a", 5)), rows(row("a", 4), row("b", 1)), rows(row("a", 6))];
  const { page } = await live(["a"], () => replies.shift() ?? { status: 304 });
  await page.show(["a", "b"]);
  expect(page.current.live.get("a")?.count).toBe(50);
  expect(page.current.live.get("b")?.count).toBe(10);
  await pass(2_000);
  expect(page.current.live.get("a")?.count).toBe(60);
});

test("without rows nothing is read, and numbers that cannot be read again stay", async () => {
  let reply: Scripted = rows(row("a", 5));
  const { requests, page } = await live([], () => reply);
  await pass(10_000);
  expect(requests).toEqual([]);
  await page.show(["a"]);
  const { asOf } = page.current;
  reply = { status: 400, body: { error: "no" } };
  await pass(4_000);
  expect(page.current.error).toMatchObject({ message: "no" });
  expect(page.current.live.get("a")?.count).toBe(50);
  expect(page.current.asOf).toBe(asOf);
});
