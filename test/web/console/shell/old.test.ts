import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { ServiceError } from "../../../../web/console/api/private-api.ts";
import { useFoundOld } from "../../../../web/console/shell/old.ts";
import { doing, pass, renderHook, useDocument } from "../rendered-hook.ts";

useDocument();

const refusal = new ServiceError("no", { status: 403, code: null });
let refused: string[];
let unanswered: string[];
beforeEach(() => {
  [refused, unanswered] = [[], []];
});

const read = (name: string) => async () => {
  if (unanswered.includes(name)) await new Promise(() => {});
  if (refused.includes(name)) throw refusal;
  return name;
};

/** A page with a count that is read every two seconds, names that are read once, and a list with pages. */
function usePage({ isLive }: { isLive: boolean }) {
  const count = useQuery({
    ...{ queryKey: ["count"], queryFn: read("count"), enabled: isLive, refetchInterval: 2_000 },
    staleTime: 0,
  });
  const names = useQuery({ queryKey: ["names"], queryFn: read("names") });
  const list = useInfiniteQuery({
    queryKey: ["list"],
    queryFn: ({ pageParam }) => read(`page ${pageParam}`)(),
    initialPageParam: 1,
    getNextPageParam: (_page, pages) => pages.length + 1,
  });
  return { old: useFoundOld(), count, names, list };
}

test("a count that is current is not old, whatever else could not be read", async () => {
  const page = await renderHook(usePage, { isLive: true });
  refused = ["names", "page 2"];
  await doing(() => page.current.names.refetch());
  await doing(() => page.current.list.fetchNextPage());
  await pass(3_000);
  expect([page.current.names.status, page.current.list.status]).toEqual(["error", "error"]);
  expect(page.current.old).toBeUndefined();
});

test("a count is old 15 seconds after its last success, and since then, not since other reads", async () => {
  const page = await renderHook(usePage, { isLive: true });
  await pass(60_000);
  refused = ["count"];
  const sinceMs = page.current.count.dataUpdatedAt;
  await pass(sinceMs + 15_000 - Date.now());
  expect(page.current.old).toBeUndefined();
  await pass(3_000);
  expect(page.current.old).toEqual({ sinceMs, error: refusal, isReturning: false });
  expect(page.current.names.dataUpdatedAt).toBeLessThan(sinceMs);
  refused = [];
  await pass(3_000);
  expect(page.current.old).toBeUndefined();
});

test("a page without live numbers is old where it could not be read again, but not for a further page", async () => {
  const page = await renderHook(usePage, { isLive: false });
  refused = ["page 2", "names"];
  await doing(() => page.current.list.fetchNextPage());
  await pass(1_000);
  expect(page.current.old).toBeUndefined();
  await doing(() => page.current.names.refetch());
  await pass(1_000);
  expect(page.current.old).toMatchObject({ sinceMs: page.current.names.dataUpdatedAt });
});

test("without a network a live page is old at once, since its last count", async () => {
  const page = await renderHook(usePage, { isLive: true });
  await pass(60_000);
  vi.stubGlobal("navigator", { onLine: false });
  refused = ["count"];
  const sinceMs = page.current.count.dataUpdatedAt;
  await pass(1_000);
  expect(page.current.old).toMatchObject({ sinceMs });
});

test("a page that returns is old in silence, and says that it was not answered after five seconds", async () => {
  const page = await renderHook(usePage, { isLive: true });
  await pass(10_000);
  const sinceMs = page.current.count.dataUpdatedAt;
  unanswered.push("count");
  hide(true);
  await pass(60_000);
  expect(page.current.old).toBeUndefined();
  hide(false);
  await pass(1_000);
  expect(page.current.old).toEqual({ sinceMs, error: null, isReturning: true });
  await pass(5_000);
  expect(page.current.old).toEqual({ sinceMs, error: null, isReturning: false });
});

function hide(hidden: boolean): void {
  Object.assign(document, { hidden, visibilityState: hidden ? "hidden" : "visible" });
}

test("a number that a person has set is as old as that, whatever was read before it", async () => {
  const usePages = () => {
    const page = usePage({ isLive: true });
    useQuery({ queryKey: ["today"], queryFn: read("today"), refetchInterval: 5_000, staleTime: 0 });
    return page;
  };
  const page = await renderHook(usePages, undefined);
  await pass(10_000);
  refused = ["count", "today"];
  await pass(30_000);
  await doing(() => page.client.setQueryData(["count"], "111"));
  const setMs = page.current.count.dataUpdatedAt;
  await pass(30_000);
  expect(page.current.old?.sinceMs).toBe(setMs);
});
