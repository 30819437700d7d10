import { setImmediate } from "node:timers/promises";
import {
  type DynamoDBClient,
  QueryCommand,
  type QueryCommandInput,
} from "@aws-sdk/client-dynamodb";
import { freeMemory } from "../byte-writer.ts";
import { type ItemBytes, listIn } from "./dynamodb-plain-items.ts";

/** A page of items as DynamoDB sent them. Its memory is freed when the next page is asked for. */
export interface RawPage extends ItemBytes {
  readUnits: number;
}

/** The pages of a Query. Each is requested before the one before it is returned. */
export async function* rawPages(
  client: DynamoDBClient,
  input: QueryCommandInput,
  signal?: AbortSignal,
): AsyncGenerator<RawPage> {
  const stop = new AbortController();
  const abortSignal = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  let next: Promise<QueryPage> | undefined = queryPage(client, input, abortSignal);
  try {
    while (next !== undefined) {
      const { items, key, readUnits }: QueryPage = await next;
      next = key && queryPage(client, { ...input, ExclusiveStartKey: key }, abortSignal);
      // The reader of this page may fail first; nobody would await the next one then.
      next?.catch(() => {});
      // Lets the request leave first, so that DynamoDB reads while the caller does.
      if (next !== undefined) await setImmediate();
      yield { ...items, readUnits };
      freeMemory(items.bytes);
    }
  } finally {
    stop.abort();
    await next?.catch(() => {});
  }
}

interface QueryPage {
  items: ItemBytes;
  /** Where the next page begins. */
  key: QueryCommandInput["ExclusiveStartKey"];
  readUnits: number;
}

async function queryPage(
  client: DynamoDBClient,
  input: QueryCommandInput,
  abortSignal: AbortSignal,
): Promise<QueryPage> {
  const command = new QueryCommand(input);
  const { items, middleware } = rawItems("Items");
  command.middlewareStack.add(middleware, beforeParsing);
  const { LastEvaluatedKey: key, ConsumedCapacity } = await client.send(command, { abortSignal });
  return { items, key, readUnits: ConsumedCapacity?.CapacityUnits ?? 0 };
}

/** Where the middleware stands: it gets the response just before the SDK parses it. */
export const beforeParsing = { step: "deserialize", priority: "low" } as const;

interface Response {
  statusCode: number;
  body: AsyncIterable<Buffer>;
}

/**
 * A middleware that takes the list of this name out of a response before the SDK makes objects of each
 * item and each attribute. Once the command has been sent, `items` holds the list; the SDK returns an
 * empty one.
 */
export function rawItems(list: string) {
  const items: ItemBytes = noItems();
  const middleware =
    <Args, Result extends { response: unknown }>(next: (args: Args) => Promise<Result>) =>
    async (args: Args): Promise<Result> => {
      const result = await next(args);
      const response = result.response as Response;
      if (response.statusCode !== 200) return result;
      const bytes = await bytesOf(response.body);
      const taken = listIn(bytes, list);
      Object.assign(items, taken ?? noItems());
      Object.assign(response, { body: taken === undefined ? bytes : without(taken) });
      return result;
    };
  return { items, middleware };
}

// Each of its own, because the memory of a page is freed.
const noItems = (): ItemBytes => ({ bytes: Buffer.of(0x5d), start: 0, end: 1 });

/** What is around the items of a response. */
function without({ bytes, start, end }: ItemBytes): Buffer {
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end - 1)]);
}

async function bytesOf(body: Response["body"]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  for (const chunk of chunks) freeMemory(chunk);
  return bytes;
}
