// @module-tag all
import { expect, test } from "vitest";
import * as z from "zod";
import { History } from "../../../core/counters/count-event.ts";
import { Counter } from "../../../core/counters/counter.ts";
import {
  archiveCounter,
  unarchiveCounter,
} from "../../../core/counters/settings/counter-archive.ts";
import { embedUrl } from "../../../core/embeds/embed-session.ts";
import { oembedUrl } from "../../../core/embeds/oembed.ts";
import { operator } from "../../core/audit/operator.ts";
import {
  createCounter,
  createCustomer,
  get,
  outputs,
  shareCounter,
  stores,
  tapOnce,
} from "../service.ts";

// Each poll is two of its key's requests, of which Pro has 60 a minute.
const { organization, counter, key } = await createCustomer("enterprise");
const other = await createCounter(organization, { name: "Other" });
const counterKey = { organizationId: organization.id, counterId: counter.id };
const sessionId = await shareCounter(counter);

/** The CDN keeps pages of embeds for 5 s, and what it keeps must end then. */
const keptByTheCdn = { timeout: 15_000, interval: 500 };

/** The response at every URL of the counter. */
async function statuses() {
  const page = embedUrl(outputs.BaseUrl, sessionId);
  const responses = await Promise.all([
    get(`/api/v1/counters/${counter.id}`, key),
    get(`/api/v1/counters/${counter.id}/history`, key),
    fetch(page),
    fetch(`${page}/count`),
    fetch(oembedUrl(outputs.BaseUrl, sessionId)),
  ]);
  return responses.map(({ status }) => status);
}

async function listed(): Promise<Counter[]> {
  const response = await get("/api/v1/counters", key);
  return z.object({ counters: z.array(Counter.strict()) }).parse(await response.json()).counters;
}

test("an archived counter does not exist for the contract, until it is restored", async () => {
  await tapOnce(counter);
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  await archiveCounter(stores, counterKey, operator);
  await expect.poll(statuses, keptByTheCdn).toEqual([404, 404, 404, 404, 404]);
  expect((await listed()).map(({ id }) => id)).toEqual([other.id]);
  const unknown = await get("/api/v1/counters/ctr_00000000000000000000", key);
  const archived = await get(`/api/v1/counters/${counter.id}`, key);
  expect(await archived.text()).toBe(await unknown.text());
  await unarchiveCounter(stores, counterKey, operator);
  await expect.poll(statuses, keptByTheCdn).toEqual([200, 200, 200, 200, 200]);
  expect((await listed()).map(({ id }) => id).toSorted()).toEqual(
    [counter.id, other.id].toSorted(),
  );
  const history = await (await get(`/api/v1/counters/${counter.id}/history`, key)).json();
  expect(History.parse(history).events).toHaveLength(1);
});
