import { expect, test } from "vitest";
import { concurrencyOf } from "../../../lib/platform/concurrency.ts";
import { resources, template } from "../synthesized.ts";

/** What the template gives to whom, in an account with this limit. */
function givenAt(lambdaConcurrency: string) {
  const from = template({ lambdaConcurrency });
  const of = (type: string, property: (properties: Record<string, unknown>) => unknown) =>
    Object.fromEntries(
      Object.entries(resources(type, from)).flatMap(([name, { Properties }]) => {
        const value = property(Properties);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  return {
    mappings: of("AWS::Lambda::EventSourceMapping", ({ ScalingConfig }) => ScalingConfig),
    reserved: of("AWS::Lambda::Function", (properties) => properties.ReservedConcurrentExecutions),
  };
}

const mappings = (first: number, retries: number, slow: number) => ({
  WebhooksFirstAttemptsMapping: { MaximumConcurrency: first },
  WebhooksRetriesMapping: { MaximumConcurrency: retries },
  WebhooksSlowAttemptsMapping: { MaximumConcurrency: slow },
});

const reserved = (each: number) => ({
  ReadApiSurfaceListCountersFunction: each,
  ReadApiSurfaceGetCounterFunction: each,
  ReadApiSurfaceGetCounterHistoryFunction: each,
});

test("below 200, nothing is reserved and each mapping has Lambda's minimum", () => {
  for (const limit of ["10", "199"]) {
    expect(givenAt(limit)).toEqual({ mappings: mappings(2, 2, 2), reserved: {} });
  }
});

test("from 200 on, the read API has a reservation and webhooks get two fifths", () => {
  expect(givenAt("200")).toEqual({ mappings: mappings(60, 10, 10), reserved: reserved(20) });
  expect(givenAt("1000")).toEqual({ mappings: mappings(300, 50, 50), reserved: reserved(100) });
});

test("whatever the limit, Lambda accepts it and webhooks leave some to all other functions", () => {
  for (const limit of [10, 100, 199, 200, 201, 333, 1_000, 3_334, 10_000, 100_000]) {
    const { apiReservation = 0, ...webhooks } = concurrencyOf({ lambdaConcurrency: limit });
    const unreserved = limit - 3 * apiReservation;
    if (apiReservation > 0) expect(unreserved).toBeGreaterThanOrEqual(100);
    const mapped = Object.values(webhooks);
    expect(mapped).toHaveLength(3);
    for (const one of mapped) {
      expect(one).toBeGreaterThanOrEqual(2);
      expect(one).toBeLessThanOrEqual(1_000);
    }
    const left = unreserved - mapped.reduce((sum, one) => sum + one, 0);
    expect(left).toBeGreaterThanOrEqual(Math.max(4, (limit >= 200 ? 0.3 : 0) * limit));
  }
});
