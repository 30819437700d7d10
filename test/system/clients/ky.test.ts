// @module-tag all
import ky, { HTTPError } from "ky";
import { expect, test } from "vitest";
import { createCustomer, outputs } from "../service.ts";

function clientOf(key: string, retry: number) {
  return ky.create({
    prefix: `${outputs.ApiUrl}/api/v1`,
    headers: { authorization: `Bearer ${key}` },
    retry: { limit: retry, jitter: false },
    timeout: false,
  });
}

test("a client that honours the rate-limit headers waits as told and then succeeds at once", async () => {
  const { key, counter } = await createCustomer("pro");
  const path = `counters/${counter.id}`;
  const once = clientOf(key, 0);
  // More than two minutes allow: the clock's minute may end in between.
  const spend = Array.from({ length: 121 }, () => once.get(path).catch((error: unknown) => error));
  const refusals = (await Promise.all(spend)).filter((result) => result instanceof HTTPError);
  expect(refusals.length).toBeGreaterThan(0);

  const statuses: number[] = [];
  const patient = clientOf(key, 1).extend({
    hooks: { afterResponse: [({ response }) => void statuses.push(response.status)] },
  });
  expect(await patient.get(path).json()).toMatchObject({ id: counter.id });
  expect([[200], [429, 200]]).toContainEqual(statuses);
}, 90_000);
