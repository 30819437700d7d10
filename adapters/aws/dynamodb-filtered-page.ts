import {
  type AttributeValue,
  type DynamoDBClient,
  QueryCommand,
  type QueryCommandInput,
} from "@aws-sdk/client-dynamodb";

type Item = Record<string, AttributeValue>;

/** The most items that one page reads: 125 read units at 1 KB each. */
const maximumExamined = 1_000;

export interface FilteredPage {
  items: Item[];
  /** The last item that was looked at; undefined when none is left. */
  lastKey: Item | undefined;
}

/**
 * A page of a Query with a filter. DynamoDB filters after it has counted to its limit, so pages are
 * read until there are enough items or 1,000 were looked at: a page can be short, or empty, before
 * the last one.
 */
export async function filteredPage(
  client: DynamoDBClient,
  query: QueryCommandInput,
  { limit, keyAttributes }: { limit: number; keyAttributes: [string, string] },
): Promise<FilteredPage> {
  const items: Item[] = [];
  let start = query.ExclusiveStartKey;
  for (let examined = 0; examined < maximumExamined; ) {
    const Limit = query.FilterExpression === undefined ? limit - items.length : 200;
    const page = await client.send(new QueryCommand({ ...query, ExclusiveStartKey: start, Limit }));
    items.push(...(page.Items ?? []));
    examined += page.ScannedCount ?? 0;
    start = page.LastEvaluatedKey;
    const last = items[limit - 1];
    // More may have been read than fits, so the next page begins behind the last one returned.
    if (last !== undefined && items.length > limit) {
      return { items: items.slice(0, limit), lastKey: keyOf(last, keyAttributes) };
    }
    if (items.length === limit || start === undefined) break;
  }
  return { items, lastKey: start };
}

function keyOf(item: Item, attributes: string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => attributes.includes(name)));
}
