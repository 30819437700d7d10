import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CountView } from "../../../core/counting/count-view.ts";
import type { Reply } from "../../../web/browser/request.ts";
import { LiveCount } from "../../../web/count/live-count.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function live(
  reply: () => Reply<CountView>,
  { visible = true, accepted = true, counting = true } = {},
) {
  const etags: (string | null)[] = [];
  const page = { visible, counting };
  const made = new LiveCount({
    async fetchCount(etag) {
      etags.push(etag);
      return reply();
    },
    onView: async () => accepted,
    onReply() {},
    isVisible: () => page.visible,
    isCounting: () => page.counting,
  });
  return { made, etags, page };
}

const view = { count: 1, version: 1 } as CountView;
const ok: Reply<CountView> = { result: "ok", body: view, etag: "e", tookMs: 5 };

test("while a person counts it asks once a second, and from the second time on only for what has changed", async () => {
  const { made, etags } = live(() => ok);
  made.pollNow();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(etags).toEqual([null, "e", "e", "e"]);
});

test("a view that could not be shown yet is requested again", async () => {
  const { made, etags } = live(() => ok, { accepted: false });
  made.pollNow();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(etags).toEqual([null, null, null]);
});

test("a page that only shows asks every two seconds", async () => {
  const { made, etags, page } = live(() => ok, { counting: false });
  made.pollNow();
  await vi.advanceTimersByTimeAsync(7_000);
  expect(etags).toHaveLength(4);
  page.counting = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(etags).toHaveLength(9);
});

test("in the background it asks for nothing, and at once when it is visible again", async () => {
  const { made, etags, page } = live(() => ok);
  made.pollNow();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(etags).toHaveLength(2);
  page.visible = false;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(etags).toHaveLength(2);
  page.visible = true;
  made.pollNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(etags).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(etags).toHaveLength(5);
});

test("a page that is hidden during a request ends with it", async () => {
  const { made, etags } = live(() => ok, { visible: false });
  made.pollNow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(etags).toHaveLength(1);
});

test.each<[string, Reply<CountView>, number]>([
  [
    "when refused",
    { result: "refused", status: 401, message: "", code: null, retryAfter: null },
    6,
  ],
  ["when cut off", { result: "failed" }, 13],
])("%s it asks less often", async (_, reply, requests) => {
  const { made, etags } = live(() => reply);
  made.pollNow();
  await vi.advanceTimersByTimeAsync(55_000);
  expect(etags).toHaveLength(requests);
});
