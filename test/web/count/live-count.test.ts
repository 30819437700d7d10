import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CountView } from "../../../core/private-api/counting.ts";
import type { Reply } from "../../../web/browser/request.ts";
import { LiveCount } from "../../../web/count/live-count.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function live(reply: () => Reply<CountView>, { visible = true, accepted = true } = {}) {
  const etags: (string | null)[] = [];
  const made = new LiveCount({
    async fetchCount(etag) {
      etags.push(etag);
      return reply();
    },
    onView: async () => accepted,
    onReply() {},
    isVisible: () => visible,
  });
  return { made, etags };
}

const view = { count: 1, version: 1 } as CountView;
const ok: Reply<CountView> = { result: "ok", body: view, etag: "e", tookMs: 5 };

test("it asks once a second, and from the second time on only for what has changed", async () => {
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

test.each<[string, Reply<CountView>, boolean, number]>([
  ["in the background", ok, false, 4],
  [
    "when refused",
    { result: "refused", status: 401, message: "", code: null, retryAfter: null },
    true,
    6,
  ],
  ["when cut off", { result: "failed" }, true, 13],
])("%s it asks less often", async (_, reply, visible, requests) => {
  const { made, etags } = live(() => reply, { visible });
  made.pollNow();
  await vi.advanceTimersByTimeAsync(55_000);
  expect(etags).toHaveLength(requests);
});

test("asked for a view now, it does not send two requests at once", async () => {
  const { made, etags } = live(() => ok);
  made.pollNow();
  made.pollNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(etags).toHaveLength(1);
  made.pollNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(etags).toHaveLength(2);
});
