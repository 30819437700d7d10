import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { randomBase62 } from "../../adapters/random.ts";
import type { Stores } from "../../adapters/stores.ts";
import { type CounterKey, newCounter, type StoredCounter } from "../../core/counters/counter.ts";
import { newCounterId } from "../../core/counters/counter-names.ts";
import { creationBatches } from "../../core/counters/settings/counter-creation.ts";
import { countTap } from "../../core/counters/taps/count-batch.ts";
import { createGroup } from "../../core/groups/group-changes.ts";
import { newApiKey } from "../../core/keys/api-key.ts";
import { keyHash, newKeyText } from "../../core/keys/key-text.ts";
import { operatorNamed } from "../../core/members/changed-by.ts";
import { newOrganization, type Organization } from "../../core/organizations/organization.ts";
import type { MeasuredService } from "./measured-service.ts";

export interface Customer {
  organization: Organization;
  key: string;
  counters: StoredCounter[];
  /** The first of them. */
  counter: StoredCounter;
}

/**
 * An Enterprise organization with one key and these counters, made as operators make them; in a group,
 * if it has a name. Each counter has this count.
 */
export async function createCustomer(
  { stores }: MeasuredService,
  counterNames: string[],
  { groupName, count = 0 }: { groupName?: string; count?: number } = {},
): Promise<Customer> {
  const fresh = { nowMs: Date.now(), randomBase62 };
  const setup = { name: "Measured", plan: "enterprise" as const };
  const organization = newOrganization(setup, fresh);
  await stores.organizationCreator.create(organization);
  const key = newKeyText(stores.keyBrand, randomBase62);
  const creator = { kind: "operator", id: null, name: "bench" } as const;
  const apiKey = newApiKey({ name: "Bench", organization, keyText: key, creator }, fresh);
  await stores.apiKeys.create({ apiKey, keyHash: keyHash(key) });
  const groupId = groupName === undefined ? null : await groupOf(stores, organization, groupName);
  const counters = counterNames.map((name) => {
    const own = { organizationId: organization.id, counterId: newCounterId(randomBase62) };
    return { ...newCounter({ name, groupId, goalTarget: 2_000 }, own, Date.now()), count };
  });
  for (const part of creationBatches(counters, stores.counterCreator.maximumItems)) {
    const created = await stores.counterCreator.create(part);
    if (created.result !== "created") throw new Error(`no counters: ${created.result}`);
  }
  const [counter] = counters;
  if (counter === undefined) throw new Error("a customer without counters");
  return { organization, key, counters, counter };
}

async function groupOf(stores: Stores, { id }: Organization, name: string): Promise<string> {
  const setup = { organizationId: id, group: { name } };
  const created = await createGroup(stores, setup, operatorNamed("bench"));
  if (created.result !== "created") throw new Error(`no group: ${created.result}`);
  return created.group.id;
}

/** Taps a counter, one tap after the other. */
export async function tapMany(
  { stores }: Pick<MeasuredService, "stores">,
  counter: StoredCounter,
  taps: number,
): Promise<void> {
  const key = keyOf(counter);
  const tap = { direction: "up" as const, metadata: null };
  let known: StoredCounter | undefined;
  for (let made = 0; made < taps; made += 1) {
    const result = await countTap(stores.taps, stores.clock, { key, tap, ...(known && { known }) });
    if (result.result !== "counted") throw new Error(`a tap was ${result.result}`);
    known = result.counter;
  }
}

export function keyOf({ organizationId, id: counterId }: StoredCounter): CounterKey {
  return { organizationId, counterId };
}

/** Sets a key's limits, to measure more requests than a plan allows, or refused ones at once. */
export async function limitKey(
  { clients, outputs }: MeasuredService,
  { key, requestsPerMinute }: { key: string; requestsPerMinute: number },
): Promise<void> {
  await clients.dynamodb.send(
    new UpdateItemCommand({
      TableName: outputs.ApiKeysTable,
      Key: { keyHash: { S: keyHash(key) } },
      UpdateExpression: "SET requestsPerMinute = :limit, requestsPerHour = :limit",
      ConditionExpression: "attribute_exists(keyHash)",
      ExpressionAttributeValues: { ":limit": { N: String(requestsPerMinute) } },
    }),
  );
}

const places = ["Main entrance", "Gate North", "Hall 3, east door", "Car park P2 exit", "Café"];

/** Names as organizations give them, 20 characters on average with their number. */
export function realisticNames(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${places[i % places.length]} ${i + 1}`);
}
