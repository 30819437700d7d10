import { type DynamoDBClient, GetItemCommand, paginateScan } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { type RosterFacts, rosterFacts } from "../../core/data/stored-numbers.ts";
import type { EmbedLists, EmbedPlace, KeyPlace } from "../../core/operations/look-for-drift.ts";
import { batchGet } from "../aws/dynamodb-batch-get.ts";
import { organizationItems, parseItem } from "../aws/dynamodb-items.ts";
import { isRoster, memberOf, noRoster, RosterItem } from "../members/people-items.ts";

/** Where every API key is, in no particular order, read as far as it is asked for. */
export async function* keyPlaces(
  client: DynamoDBClient,
  apiKeys: string,
): AsyncGenerator<KeyPlace> {
  const pages = paginateScan(
    { client },
    { TableName: apiKeys, ProjectionExpression: "keyHash, organizationId", ConsistentRead: true },
  );
  for await (const { Items = [] } of pages) {
    yield* Items.map((item) => parseItem(KeyPlaceItem, item));
  }
}

const KeyPlaceItem = z.object({ keyHash: z.string(), organizationId: z.string() });

/** The ids of those of these keys that exist. */
export async function existingKeys(
  client: DynamoDBClient,
  apiKeys: string,
  keyHashes: string[],
): Promise<string[]> {
  const wanted = keyHashes.map((keyHash) => ({
    tableName: apiKeys,
    key: { keyHash: { S: keyHash } },
  }));
  const found = await batchGet(client, wanted, { [apiKeys]: ["keyId"] });
  return (found.get(apiKeys) ?? []).map((item) => parseItem(KeyIdItem, item).keyId);
}

/** How many members and owners an organization's roster counts, and how many there are. */
export async function storedRoster(
  client: DynamoDBClient,
  members: string,
  organizationId: string,
): Promise<RosterFacts> {
  const items = await organizationItems(client, { tableName: members, organizationId });
  const item = items.find(isRoster);
  const roster = item === undefined ? noRoster : parseItem(RosterItem, item);
  return rosterFacts(roster, items.filter((each) => !isRoster(each)).map(memberOf));
}

const KeyIdItem = z.object({ keyId: z.string() });

/** Every embed and whose it is, in no particular order, read as far as it is asked for. */
export async function* embedPlaces(
  client: DynamoDBClient,
  embedSessions: string,
): AsyncGenerator<EmbedPlace> {
  const pages = paginateScan(
    { client },
    {
      TableName: embedSessions,
      ProjectionExpression: "sessionId, organizationId",
      // The items that list an organization's embeds have no such attribute.
      FilterExpression: "attribute_exists(organizationId)",
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    yield* Items.map((item) => parseItem(EmbedPlaceItem, item));
  }
}

const EmbedPlaceItem = z.object({ sessionId: z.string(), organizationId: z.string() });

/**
 * The embeds that an organization's list names, those of them and of `others` that exist, and the
 * counters that these show.
 */
export async function embedLists(
  client: DynamoDBClient,
  embedSessions: string,
  { organizationId, others }: { organizationId: string; others: string[] },
): Promise<EmbedLists> {
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: embedSessions,
      Key: { sessionId: { S: organizationId } },
      ConsistentRead: true,
    }),
  );
  const listed = Item === undefined ? [] : [...parseItem(NamesItem, Item).sessionIds];
  const wanted = [...new Set([...listed, ...others])].map((sessionId) => ({
    tableName: embedSessions,
    key: { sessionId: { S: sessionId } },
  }));
  const found = await batchGet(client, wanted, {
    [embedSessions]: ["sessionId", "counterId", "groupId"],
  });
  const stored = (found.get(embedSessions) ?? []).map((item) => parseItem(EmbedItem, item));
  return {
    listed,
    actual: stored.map(({ sessionId }) => sessionId),
    counterIds: [...new Set(stored.filter(isOfCounter).map(({ counterId }) => counterId))],
  };
}

const NamesItem = z.object({ sessionIds: z.set(z.string()).default(new Set()) });
const EmbedItem = z.object({
  sessionId: z.string(),
  counterId: z.string(),
  groupId: z.string().exactOptional(),
});
// Groups are deleted and leave their embeds, which show nothing then.
const isOfCounter = ({ groupId }: z.infer<typeof EmbedItem>) => groupId === undefined;
