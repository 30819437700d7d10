import { useQuery } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { change, read } from "../../../../web/console/api/private-api.ts";
import { pass, renderHook, useDocument } from "../rendered-hook.ts";
import { type Scripted, scriptedService } from "../scripted-service.ts";

useDocument();

async function reading(reply: Scripted) {
  const requests = scriptedService(() => reply);
  const hook = () => useQuery({ queryKey: ["x"], queryFn: () => read("GET /api/session", {}) });
  return { requests, query: await renderHook(hook, undefined) };
}

test.each<[string, Scripted]>([
  ["without a response", undefined],
  ["that is a 5xx", { status: 503 }],
])(
  "a read %s is repeated three times, later each time, before it is an error",
  async (_, reply) => {
    const { requests, query } = await reading(reply);
    const sent: number[] = [];
    for (const ms of [500, 1_000, 2_000]) {
      sent.push(requests.length);
      expect(query.current.isPending).toBe(true);
      await pass(ms);
    }
    await pass(60_000);
    expect([...sent, requests.length]).toEqual([1, 2, 3, 4]);
    expect(query.current.error).toMatchObject({ status: null });
  },
);

test("a read that was refused is an error at once", async () => {
  const { requests, query } = await reading({ status: 404, body: { error: "no such counter" } });
  await pass(60_000);
  expect(requests).toHaveLength(1);
  expect(query.current.error).toMatchObject({ status: 404, message: "no such counter" });
});

test("what may have been made by a change without a response is read again once it can have been", async () => {
  await reading({});
  const lost = scriptedService(({ method }) => (method === "GET" ? {} : undefined));
  const at = { organizationId: "org_1", counterId: "ctr_1" };
  const key = "POST /api/setup/{organizationId}/counters/{counterId}/archive";
  await expect(change(key, at)).rejects.toMatchObject({ isUnknown: true });
  const times: number[] = [];
  for (let second = 1; second <= 40; second += 1) {
    const read = lost.length;
    await pass(1_000);
    if (lost.length > read) times.push(second);
  }
  // The service ends a request after 29 seconds.
  expect(times[0]).toBeLessThan(5);
  expect(times.at(-1)).toBeGreaterThan(28);
});
