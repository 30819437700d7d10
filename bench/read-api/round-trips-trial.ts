import {
  DynamoDBClient,
  GetItemCommand,
  type GetItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
} from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { type ApiCall, apiEvent, invocationContext } from "./api-event.ts";
import { loadHandler } from "./loaded-handler.ts";

/** What the process that runs this file is made with: handlers by name, and two bare calls. */
export interface RoundTripsTrial {
  endpoints: Record<string, { file: string; call: ApiCall }>;
  bareGet: GetItemCommandInput;
  bareQuery: QueryCommandInput;
}

/** The answer to a message that names a call: of a handler, or a bare one. */
export const CallTime = z.object({ durationMs: z.number() });

export const bareGetName = "bare GetItem";
export const bareQueryName = "bare Query";

if (process.send !== undefined) {
  const answer = await serve(JSON.parse(process.argv[2] ?? ""));
  process.on("message", async ({ name }: { name: string }) => {
    process.send?.({ durationMs: await answer(name) });
  });
}

async function serve({ endpoints, bareGet, bareQuery }: RoundTripsTrial) {
  const client = new DynamoDBClient({});
  const calls = new Map<string, () => Promise<unknown>>();
  calls.set(bareGetName, () => client.send(new GetItemCommand(bareGet)));
  calls.set(bareQueryName, () => client.send(new QueryCommand(bareQuery)));
  for (const [name, { file, call }] of Object.entries(endpoints)) {
    const handler = await loadHandler(file);
    calls.set(name, async () => {
      const { statusCode, body } = await handler(apiEvent(call), invocationContext());
      if (statusCode !== 200) throw new Error(`${name} returned ${statusCode}: ${body}`);
    });
  }
  return async (name: string) => {
    const call = calls.get(name);
    if (call === undefined) throw new Error(`there is no call ${name}`);
    const startedMs = performance.now();
    await call();
    return performance.now() - startedMs;
  };
}
