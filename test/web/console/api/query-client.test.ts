import { useQuery } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { read } from "../../../../web/console/api/private-api.ts";
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
