import { expect, test } from "vitest";
import { judgeLimits } from "../../../core/operations/account-limits.ts";
import { concurrencyOf } from "../../../lib/platform/concurrency.ts";
import { everySetting, otherSettings, resources, template } from "../synthesized.ts";

/** What the template gives to whom, with these settings. */
function givenWith(settings: Record<string, string>) {
  const from = template(settings);
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

test("in a new account, nothing is reserved and each mapping has Lambda's minimum", () => {
  expect(givenWith({})).toEqual({ mappings: mappings(2, 2, 2), reserved: {} });
});

test("below 200, an account is given what a new one is", () => {
  expect(concurrencyOf({ lambdaConcurrency: 199 })).toEqual(
    concurrencyOf({ lambdaConcurrency: 10 }),
  );
});

test("from 200 on, the read API has a reservation and webhooks get two fifths", () => {
  const at200 = { mappings: mappings(60, 10, 10), reserved: reserved(20) };
  expect(givenWith(otherSettings)).toEqual(at200);
  const notices = { NoticesMapping: { MaximumConcurrency: 2 } };
  const at1000 = { mappings: { ...mappings(300, 50, 50), ...notices }, reserved: reserved(100) };
  expect(givenWith(everySetting)).toEqual(at1000);
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

test.each([10, 199, 200, 1_000])(
  "the doctor names %i of 1,000 where nothing is divided",
  (setting) => {
    const account = { limit: 1_000, unreserved: 1_000 };
    const findings = judgeLimits({ setting, account, mappings: [] });
    const { apiReservation } = concurrencyOf({ lambdaConcurrency: setting });
    expect(findings.some(({ severity }) => severity === "warning")).toBe(
      apiReservation === undefined,
    );
  },
);
