import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stores, storesOf } from "../../../adapters/stores.ts";
import { webhookEventOf } from "../../../adapters/webhooks/stream-events.ts";
import { AttemptMessage } from "../../../core/webhooks/attempt-message.ts";
import { receives } from "../../../core/webhooks/endpoint-filter.ts";
import { clients } from "../service.ts";
import { createFixtureTables, deleteFixtureTables } from "./fixture-tables.ts";
import { fixturesOf } from "./fixtures.ts";

const release = "0.4.0";
const { tables, messages } = fixturesOf(release);

const key = {
  organizationId: "org_eM8nJYzNDrwCkgxlEo4j",
  endpointId: "end_WS94Y58qxdRDsYIhzeWY",
};
const counterId = "ctr_mfhvioi1zuAr6n2hmUg1";
const groupId = "grp_ygeiUa4HunPdWN08wZib";

let stores: Stores;
beforeAll(async () => {
  stores = storesOf({ clients, outputs: await createFixtureTables(release, tables) });
});
afterAll(() => deleteFixtureTables(release, tables));

const eventsOf = (noun: string) =>
  (tables[noun]?.items ?? [])
    .map(webhookEventOf)
    .filter(({ organizationId }) => organizationId === key.organizationId);

describe(`with what release ${release} stored`, () => {
  test("an endpoint has no name, no filter and no further headers, and receives everything", async () => {
    const endpoint = await stores.endpoint(key);
    if (endpoint === undefined) throw new Error("not stored");
    for (const field of ["name", "filter", "standardWebhooks"]) {
      expect(endpoint).not.toHaveProperty(field);
    }
    const events = [...eventsOf("CountEvents"), ...eventsOf("AlertFirings")];
    expect(events.map((event) => receives(endpoint, event))).toEqual([true, true, true]);
  });

  test("a count passes by its group, and an alert of its counter by the counter only", () => {
    const [first, second] = eventsOf("CountEvents");
    expect([first?.subject, second?.subject]).toEqual([
      { counterId, groupId },
      { counterId, groupId },
    ]);
    expect(eventsOf("AlertFirings").map(({ subject }) => subject)).toEqual([
      { counterId, groupId: null },
    ]);
  });

  test("every message is read", () => {
    for (const kind of ["FirstAttempts", "SlowAttempts", "Retries", "Schedule"]) {
      const message = AttemptMessage.parse(JSON.parse(messages[kind] ?? ""));
      expect(message.organizationId).toBe(key.organizationId);
    }
  });
});
