import type { BatchExecuteStatementCommandInput } from "@aws-sdk/client-dynamodb";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { endpoint } from "../../system/service.ts";

export const troubles = ["does nothing", "does one half", "is throttled"] as const;

type Input = { RequestItems?: Record<string, object[] | { Keys: object[] }> };

/** A client of a DynamoDB that has this trouble with its batch of this number; 1 is the first. */
export function troubledClient(number: number, trouble: (typeof troubles)[number]) {
  const client = localDynamodbClient(endpoint);
  let batches = 0;
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (call) => {
        if (!commandName.startsWith("Batch")) return await next(call);
        batches += 1;
        if (batches !== number || trouble === "is throttled") return await next(call);
        const half = trouble === "does nothing" ? 0 : 0.5;
        if (commandName === "BatchExecuteStatementCommand") {
          const { Statements = [] } = call.input as BatchExecuteStatementCommandInput;
          const done = Statements.slice(0, Statements.length * half);
          const input = { ...call.input, Statements: done };
          const result = done.length === 0 ? nothing() : await next({ ...call, input } as never);
          const failed = Statements.slice(done.length).map(() => ({ Error: throttling }));
          const { Responses = [] } = result.output as { Responses?: object[] };
          return { ...result, output: { ...result.output, Responses: [...Responses, ...failed] } };
        }
        const { RequestItems = {} } = call.input as Input;
        const [[table, asked] = ["", []]] = Object.entries(RequestItems);
        const isRead = !Array.isArray(asked);
        const all = isRead ? asked.Keys : asked;
        const part = (items: object[]) => ({ [table]: isRead ? { ...asked, Keys: items } : items });
        const done = all.slice(0, all.length * half);
        const input = { ...call.input, RequestItems: part(done) };
        const result = done.length === 0 ? nothing() : await next({ ...call, input } as never);
        const name = isRead ? "UnprocessedKeys" : "UnprocessedItems";
        const output = result.output as Record<string, Input["RequestItems"]>;
        const before = output[name]?.[table] ?? [];
        const left = Array.isArray(before) ? before : before.Keys;
        const unprocessed = part([...left, ...all.slice(done.length)]);
        return { ...result, output: { ...result.output, [name]: unprocessed } };
      },
    { step: "initialize" },
  );
  let attempts = 0;
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (call) => {
        const isFirst = batches === number && attempts === 0 && commandName.startsWith("Batch");
        if (trouble !== "is throttled" || !isFirst) return await next(call);
        attempts += 1;
        throw Object.assign(new Error("slow down"), { name: "ThrottlingException", $metadata: {} });
      },
    { step: "finalizeRequest", priority: "low" },
  );
  return client;
}

const throttling = { Code: "ThrottlingError", Message: "slow down" };

const nothing = () => ({ output: { $metadata: {} }, response: {} });
