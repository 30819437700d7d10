import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { StoredCounter } from "../../core/counters/counter.ts";
import type { Tables } from "../../core/tables.ts";
import { batchGet } from "../aws/dynamodb-batch-get.ts";
import { readableItems } from "../aws/readable-items.ts";
import { isRoster, rosterKey } from "../members/people-items.ts";
import { inUse, storedCounterOf } from "./dynamodb-counters.ts";

/** Those of these counters of one organization that are in use, in no particular order. */
export async function countersInUse(
  client: DynamoDBClient,
  { counters: tableName }: Tables<"counters">,
  wanted: CountersWanted,
): Promise<StoredCounter[]> {
  const counters = await countersById(client, { counters: tableName }, wanted);
  return counters.flatMap((counter) => inUse(counter) ?? []);
}

export interface CountersWanted {
  organizationId: string;
  /** All different. */
  counterIds: string[];
}

/** Those of these counters that exist, archived ones among them; 100 in one round trip. */
export async function countersById(
  client: DynamoDBClient,
  { counters: tableName }: Tables<"counters">,
  { organizationId, counterIds }: CountersWanted,
): Promise<StoredCounter[]> {
  const wanted = counterIds.map((counterId) => ({
    tableName,
    key: marshall({ organizationId, counterId }),
  }));
  const items = (await batchGet(client, wanted)).get(tableName) ?? [];
  return readableItems("counters", items, storedCounterOf);
}

/**
 * The one of these organizations that has the counter, and the person as a member: in one round trip
 * for up to 33 organizations. One that is being deleted is none of them.
 */
export async function homeOfCounter(
  client: DynamoDBClient,
  tables: Tables<"counters" | "members">,
  wanted: { counterId: string; personId: string; organizationIds: string[] },
): Promise<string | undefined> {
  const { counterId, personId, organizationIds } = wanted;
  const found = await batchGet(
    client,
    organizationIds.flatMap((organizationId) => [
      { tableName: tables.counters, key: marshall({ organizationId, counterId }) },
      { tableName: tables.members, key: marshall({ organizationId, memberKey: personId }) },
      { tableName: tables.members, key: marshall({ organizationId, memberKey: rosterKey }) },
    ]),
  );
  const ofMembers = found.get(tables.members) ?? [];
  const memberships = new Set(
    ofMembers.filter((item) => !isRoster(item)).map(({ organizationId }) => organizationId?.S),
  );
  for (const { organizationId, deletedAt } of ofMembers) {
    if (deletedAt !== undefined) memberships.delete(organizationId?.S);
  }
  const counters = (found.get(tables.counters) ?? []).map(storedCounterOf);
  return counters.find((counter) => inUse(counter) && memberships.has(counter.organizationId))
    ?.organizationId;
}
