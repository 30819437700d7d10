import { getEventListeners } from "node:events";
import { CountingClient } from "counting-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const json = { "content-type": "application/json" };
const busy = () => new Response("{}", { status: 503, headers: { ...json, "retry-after": "30" } });
const served = (headers = {}) =>
  new Response('{"counters":[]}', { headers: { ...json, ...headers } });

/** A client whose responses these are; where none is left, none comes. */
function clientOf(...responses: Response[]) {
  const fetch = (_: unknown, { signal }: RequestInit = {}) => {
    const response = responses.shift();
    if (response !== undefined) return Promise.resolve(response);
    return new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  };
  return new CountingClient({
    apiUrl: "https://api.example",
    apiKey: "key",
    fetch: fetch as never,
  });
}

const exhausted = { "ratelimit-remaining": "0", "ratelimit-reset": "30" };

test.each([
  ["a request", clientOf, [], 0],
  ["the wait for another try", clientOf, [busy()], 0],
  ["the wait for the rate limit", clientOf, [served(exhausted)], 1],
])("a signal ends %s with its reason, and leaves no timer and no listener", async (...of) => {
  const [, make, responses, before] = of;
  const client = make(...responses);
  for (let made = 0; made < before; made++) await client.counters();
  const abort = new AbortController();
  const reading = client.counters({ signal: abort.signal });
  const ended = expect(reading).rejects.toThrow("stopped");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(1);
  abort.abort(new Error("stopped"));
  await ended;
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(abort.signal, "abort")).toEqual([]);
});

test("a signal that outlives a thousand requests gathers nothing of them", async () => {
  const { signal } = new AbortController();
  const client = clientOf(
    ...Array.from({ length: 1_000 }, (_, index) => (index % 2 ? served() : busy())),
  );
  for (let read = 0; read < 500; read++) {
    const reading = client.counters({ signal });
    await vi.advanceTimersByTimeAsync(32_000);
    await reading;
  }
  expect([getEventListeners(signal, "abort"), vi.getTimerCount()]).toEqual([[], 0]);
});
