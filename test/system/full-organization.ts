import { paginateListTables, QueryCommand } from "@aws-sdk/client-dynamodb";
import { expect } from "vitest";
import { updateSettings } from "../../core/counters/settings/change-counter.ts";
import { keyHash } from "../../core/keys/key-text.ts";
import type { ReceivedDelivery } from "../../local/receiver/receiver.ts";
import { operator } from "../core/audit/operator.ts";
import { newAlert } from "./alert-service.ts";
import { createGate } from "./gate-service.ts";
import { newGroup, regroup } from "./group-service.ts";
import { addChannel } from "./notices/chat-service.ts";
import { pagesAsText } from "./pages-as-text.ts";
import { createInvitation, createMember } from "./people-service.ts";
import {
  client,
  createCounter,
  createKey,
  createOrganization,
  outputs,
  shareCounter,
  signIn,
  stores,
  tapOnce,
} from "./service.ts";
import { undoTaps } from "./undo-service.ts";
import { createReceiver, postponeRetry } from "./webhooks/webhook-service.ts";

/** An organization that has something of everything, at rest: three deliveries wait for a retry. */
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
    settings: {
      name: "Box office",
      filter: { counterIds: [counter.id], groupIds: [group.id] },
      standardWebhooks: true,
    },
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
  // It leaves a tombstone.
  expect(await undoTaps(counter, ["never arrived"])).toEqual(["undone null"]);
  const counterKey = { organizationId: organization.id, counterId: counter.id };
  await updateSettings(
    stores,
    {
      ...{ key: counterKey, settings: { name: "South entrance" } },
    },
    operator,
  );
  // Two counts and a firing. Their retries are soon due, and could come in between anything.
  const resting = new Set<string>();
  const rest = async () => {
    for (const deliveryId of new Set(receiver.received.flatMap(deliveryIdOf))) {
      if (!resting.has(deliveryId) && (await postponeRetry(deliveryId))) resting.add(deliveryId);
    }
    return resting.size;
  };
  await expect.poll(rest, { timeout: 30_000, interval: 50 }).toBe(3);
  expect(await stores.firings.list(organization.id, {})).toHaveLength(1);
  // What waits to be told to its owner and its admin.
  await expect.poll(() => outboxesOf(organization.id), { timeout: 30_000, interval: 50 }).toBe(2);
  // Of what does not happen: it has no outbox.
  await addChannel(organization, { kinds: ["report"] });
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

const deliveryIdOf = (received: ReceivedDelivery) =>
  received.verified ? [received.deliveryId] : [];

async function outboxesOf(organizationId: string): Promise<number> {
  const keys = { ":organizationId": { S: organizationId } };
  const { Count = 0 } = await client.send(
    new QueryCommand({
      TableName: outputs.NoticesTable,
      KeyConditionExpression: "organizationId = :organizationId",
      ExpressionAttributeValues: keys,
      Limit: 10,
    }),
  );
  return Count;
}

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
  for await (const page of pagesAsText(tableName)) {
    if (ids.some((id) => page.includes(id))) return true;
  }
  return false;
}

/** `Counters` of `TablesCountersF3818E58`. */
function nounOf(tableName: string): string {
  return tableName.replace(/^Tables/, "").replace(/[0-9A-F]{8}$/, "");
}
