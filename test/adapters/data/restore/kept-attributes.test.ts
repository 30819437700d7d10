import { expect, test } from "vitest";
import { dynamodbHeardGates } from "../../../../adapters/gates/dynamodb-gates.ts";
import { dynamodbInvitationMails } from "../../../../adapters/notices/dynamodb-invitation-mails.ts";
import { dynamodbMailStops } from "../../../../adapters/notices/dynamodb-mail-stops.ts";
import { dynamodbPreferences } from "../../../../adapters/notices/dynamodb-preferences.ts";
import { dynamodbWatchedEndpoints } from "../../../../adapters/notices/dynamodb-watched-endpoints.ts";
import { dynamodbDueDays } from "../../../../adapters/organizations/dynamodb-due-days.ts";
import type { StoredCounter } from "../../../../core/counters/counter.ts";
import { adjustCounter } from "../../../../core/counters/settings/adjust-counter.ts";
import { updateSettings } from "../../../../core/counters/settings/change-counter.ts";
import { broughtUpToDate } from "../../../../core/data/restore/counter-state.ts";
import {
  restorableTable,
  restorableTables,
} from "../../../../core/data/restore/restorable-tables.ts";
import { replacementChanges } from "../../../../core/data/restore/restore-verdict.ts";
import { acceptInvitation } from "../../../../core/members/accept-invitation.ts";
import { unsubscribe } from "../../../../core/notices/choose.ts";
import { healthChange } from "../../../../core/webhooks/endpoint-health.ts";
import { operator } from "../../../core/audit/operator.ts";
import { createGate, revokeGate } from "../../../system/gate-service.ts";
import { createInvitation, createMember } from "../../../system/people-service.ts";
import { itemsWith, liveItem, lose } from "../../../system/restored-table.ts";
import {
  client,
  createCustomer,
  get,
  signIn,
  stores,
  tables,
  tapOnce,
} from "../../../system/service.ts";
import { undoTaps } from "../../../system/undo-service.ts";
import { createEndpoint } from "../../../system/webhooks/webhook-service.ts";
import { runFor, SetClock } from "../../counters/days/daily-gate.ts";

/** What goes on after a backup, by the table whose items it changes, and the item's id. */
const happenings: Record<string, (customer: Customer) => Promise<Happening>> = {
  Counters: async ({ counter }) => ({
    id: (await resetDaily(counter)).id,
    async happens() {
      const tappedAt = new Date(Date.now() - 180_000).toISOString();
      await tapOnce(counter, "down");
      for (const _ of ["one", "two"]) await tapOnce(counter, "up", { metadata: { tappedAt } });
      const key = { organizationId: counter.organizationId, counterId: counter.id };
      await adjustCounter(stores, { key, to: 7 }, operator);
      await runFor(new SetClock("2031-11-24T00:00:20Z"), counter);
      // The new day has no peak without it.
      await tapOnce(counter, "up");
      await putBack(counter);
    },
  }),
  IdempotencyKeys: async ({ counter }) => {
    await tapOnce(counter, "up", { idempotencyKey: "a" });
    return { id: counter.id, happens: () => undoTaps(counter, ["a"]) };
  },
  Gates: async ({ counter }) => {
    const { gate } = await createGate([counter]);
    return {
      id: gate.id,
      async happens() {
        const heard = { at: new Date().toISOString(), before: new Date(0).toISOString() };
        await dynamodbHeardGates(client, tables)(
          { organizationId: gate.organizationId, gateId: gate.id },
          heard,
        );
        await revokeGate(gate);
      },
    };
  },
  WebhookEndpoints: async ({ organization: { id: organizationId } }) => {
    const url = "https://receiver.example.com/hooks";
    const { endpoint } = await createEndpoint({
      organizationId,
      url,
      events: ["counter.increment"],
    });
    const key = { organizationId, endpointId: endpoint.id };
    const response = (status: number) => ({ kind: "response" as const, status });
    return {
      id: endpoint.id,
      async happens() {
        const lastSlowAtMs = Date.now() - 600_000;
        await stores.endpoints.recordHealth(key, { set: { lastSlowAtMs }, recovered: false });
        for (const status of [200, 500]) {
          const health = await stores.endpoints.get(key);
          const attempt = { outcome: response(status), durationMs: 5, nowMs: Date.now() };
          const change = health && healthChange(health, attempt);
          if (change) await stores.endpoints.recordHealth(key, change);
        }
        const sweep = dynamodbWatchedEndpoints(client, tables, stores.clock);
        const seen = await sweep.watchedEndpoint(key);
        if (seen === undefined) throw new Error("nobody looks at an endpoint that fails");
        await sweep.recordLook(seen, { ...seen, watched: { untilMs: Date.now() } });
      },
    };
  },
  Invitations: async ({ organization }) => {
    const { person } = await signIn();
    const address = person.email ?? "";
    const { id: invitationId, token } = await createInvitation(organization, { email: address });
    const key = { organizationId: organization.id, invitationId };
    return {
      id: invitationId,
      async happens() {
        const mails = dynamodbInvitationMails(client, tables, stores.clock);
        await mails.recordSent(key, Date.now());
        await mails.failInvitation(key, { address, reason: "bounce" });
        await acceptInvitation(stores, { token, personId: person.id });
      },
    };
  },
  Members: async ({ organization }) => {
    const { member, person } = await createMember(organization, "owner");
    const unsubscription = {
      ...{ organizationId: organization.id, recipientId: person.id, kinds: ["alert" as const] },
    };
    const preferences = dynamodbPreferences(client, tables, stores.clock);
    return { id: member.id, happens: () => unsubscribe(preferences, unsubscription) };
  },
  People: async () => {
    const { person } = await signIn();
    return {
      id: person.id,
      async happens() {
        await stores.signedInPeople.endSessions(person.id);
        const at = new Date().toISOString();
        const stop = { address: person.email ?? "", reason: "complaint", at } as const;
        await dynamodbMailStops(client, tables, stores.clock).stopPerson(person.id, stop, at);
      },
    };
  },
  ApiKeys: async ({ organization, key }) => ({
    id: organization.id,
    happens: () => get("/api/v1/counters", key),
  }),
  Organizations: async ({ organization: { id }, counter }) => ({
    id,
    async happens() {
      await resetDaily(counter);
      const nowMs = Date.parse("2031-11-23T12:00:10Z");
      const { claim, advance } = dynamodbDueDays(client, tables, stores.clock);
      const first = await claim(id, { nowMs, untilMs: nowMs + 50_000 });
      if (first === undefined) throw new Error("the organization is not due");
      await advance(first, "2031-11-23T12:00:05.000Z");
      await claim(id, { nowMs, untilMs: nowMs + 50_000 });
      await stores.plans.set(id, "pro");
      await stores.plans.set(id, "enterprise");
    },
  }),
};

/** The counter loses its item and gets it back, which leaves a hole in its numbers. */
async function putBack(counter: StoredCounter): Promise<void> {
  const [item] = await itemsWith("Counters", counter.id);
  const live = await stores.restores.facts(tables.counters);
  if (!item || !live) throw new Error("no such counter");
  await lose("Counters", item);
  const copy = stores.restores.copy({ source: "unused", live, unitsPerSecond: 1_000 });
  const changes = await broughtUpToDate(copy, item, Date.now());
  await copy.write(item, changes, undefined);
}

/** From a day in 2031 on: the service's own runs do not meet it. */
async function resetDaily(counter: StoredCounter): Promise<StoredCounter> {
  const ports = { ...stores, clock: new SetClock("2031-11-23T12:00:00Z") };
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  await updateSettings(ports, { key, settings: { resetDaily: true, resetTo: 3 } }, operator);
  return counter;
}

type Customer = Awaited<ReturnType<typeof createCustomer>>;

interface Happening {
  id: string;
  happens(): Promise<unknown>;
}

/** They only rise, and a restore raises them too. */
const fences = ["version", "revision"];

test.each(Object.keys(happenings))(
  "a restore of %s takes nothing back of what went on",
  async (name) => {
    const table = restorableTable(name);
    const { id, happens } = (await happenings[name]?.(await createCustomer("enterprise"))) ?? {};
    const [before] = await itemsWith(name, id ?? "");
    if (!table || !before || !happens) throw new Error(`nothing in ${name}`);
    await happens();
    const live = (await liveItem(name, before)) ?? {};
    const { set, remove } = replacementChanges(table, { restored: before, live });
    const names = Object.keys({ ...before, ...live }).filter((one) => !fences.includes(one));
    const restored = new Map(Object.entries({ ...before, ...set }));
    for (const one of remove) restored.delete(one);
    const after = names.map((one) => [one, restored.get(one)]);
    expect(after).toEqual(names.map((one) => [one, live[one]]));
    const changed = names.filter(
      (one) => JSON.stringify(before[one]) !== JSON.stringify(live[one]),
    );
    const listed = changed.filter((one) => !table.keptPattern?.test(one));
    expect(listed.toSorted()).toEqual(table.kept.toSorted());
    expect(changed.length).toBeGreaterThan(0);
  },
);

test("something went on in every table of which a restore keeps anything", () => {
  const keeping = restorableTables.filter(
    ({ kept, keptPattern }) => kept.length > 0 || keptPattern,
  );
  expect(keeping.map(({ name }) => name).toSorted()).toEqual(Object.keys(happenings).toSorted());
});
