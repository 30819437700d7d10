import { paginateListTables } from "@aws-sdk/client-dynamodb";
import { expect } from "vitest";
import { updateSettings } from "../../core/counters/counting.ts";
import { keyHash } from "../../core/organizations/api-key.ts";
import { alerts, newAlert } from "./alert-service.ts";
import { createGate } from "./gate-service.ts";
import { newGroup, regroup } from "./group-service.ts";
import { pagesAsText } from "./pages-as-text.ts";
import { createInvitation, createMember } from "./people-service.ts";
import {
  client,
  createCounter,
  createKey,
  createOrganization,
  shareCounter,
  signIn,
  stores,
  tapOnce,
} from "./service.ts";
import { createReceiver, webhooks } from "./webhooks/webhook-service.ts";

/** An organization that has something of everything, at rest: a delivery waits for its retry. */
export async function fullOrganization() {
  const organization = await createOrganization("enterprise");
  const elsewhere = await createOrganization("free");
  const { key, id: keyId } = await createKey(organization);
  const group = await newGroup(organization);
  const counter = await createCounter(organization);
  await regroup(counter, group.id);
  const alert = await newAlert("counter", counter, { kind: "absolute", at: 2 });
  const receiver = await createReceiver(organization.id, {
    events: ["counter.increment", "threshold.alert.fired"],
    behave: () => ({ status: 500 }),
  });
  const embed = await shareCounter(counter);
  const gate = await createGate([counter]);
  const owner = await createMember(organization, "owner");
  const both = await signIn();
  const admin = await createMember(organization, "admin", both);
  await createMember(elsewhere, "owner", both);
  const invitedEmail = `invited-${organization.id.toLowerCase()}@people.example`;
  const invitation = await createInvitation(organization, { email: invitedEmail });
  for (const idempotencyKey of ["first", "second"]) {
    const tapped = await tapOnce(counter, "up", { idempotencyKey });
    expect(tapped.result).toBe("counted");
  }
  const counterKey = { organizationId: organization.id, counterId: counter.id };
  await updateSettings(stores.counting, stores.clock, {
    ...{ key: counterKey, settings: { name: "South entrance" } },
  });
  await expect
    .poll(async () => (await alerts.firings.list(organization.id, {})).length, { timeout: 20_000 })
    .toBe(1);
  // Two counts and a firing.
  await expect
    .poll(
      async () =>
        (await webhooks.countDeliveries(receiver.endpoint.id, { failedSinceMs: 0 })).waiting,
      {
        timeout: 20_000,
      },
    )
    .toBe(3);
  return {
    ...{ organization, elsewhere, key, group, counter, alert, receiver, embed, gate },
    ...{ owner, admin, invitation, invitedEmail },
    /** Whatever names the organization or belongs to it alone. */
    ids: [
      ...[organization.id, keyId, keyHash(key), group.id, counter.id, alert.id],
      ...[receiver.endpoint.id, embed, gate.gate.id],
      ...[owner.member.id, admin.member.id, invitation.id, invitedEmail],
      ...[owner.person.id, owner.person.email ?? ""],
    ],
  };
}
export type FullOrganization = Awaited<ReturnType<typeof fullOrganization>>;

/** The tables of the template that have an item with one of these ids, by name without the stack's. */
export async function tracesOf(ids: string[]): Promise<string[]> {
  const traces: string[] = [];
  for (const tableName of await tableNames()) {
    if (await hasTrace(tableName, ids)) traces.push(nounOf(tableName));
  }
  return traces.toSorted();
}

/** Every table of the template. */
export async function allTables(): Promise<string[]> {
  return (await tableNames()).map(nounOf).toSorted();
}

async function tableNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
    // Not what tests have made beside them.
    names.push(...TableNames.filter((name) => name.startsWith("Tables")));
  }
  return names;
}

async function hasTrace(tableName: string, ids: string[]): Promise<boolean> {
  for await (const { text } of pagesAsText(tableName)) {
    if (ids.some((id) => text.includes(id))) return true;
  }
  return false;
}

/** `Counters` of `TablesCountersF3818E58`. */
function nounOf(tableName: string): string {
  return tableName.replace(/^Tables/, "").replace(/[0-9A-F]{8}$/, "");
}
