import type { ServiceInputTypes } from "@aws-sdk/client-dynamodb";
import { localDynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { endpoint } from "../system/service.ts";

type Call = { commandName: string; input: ServiceInputTypes };

/**
 * A client before whose first such call, or each, something else happens: what has been read until
 * then is outdated, and what happens has come first. So a race has the same outcome in every run.
 */
export function overtakenClient(
  action: () => Promise<unknown>,
  isOvertaken: (call: Call) => boolean = isTransaction,
  { always = false } = {},
) {
  const client = localDynamodbClient(endpoint);
  let overtaken = false;
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (call) => {
        if ((always || !overtaken) && isOvertaken({ commandName, input: call.input })) {
          overtaken = true;
          await action();
        }
        return await next(call);
      },
    { step: "initialize" },
  );
  return client;
}

const isTransaction = ({ commandName }: Call) => commandName === "TransactWriteItemsCommand";

/** The first query of a table. */
export function queryOf(tableName: string) {
  return ({ input }: Call) => "KeyConditionExpression" in input && input.TableName === tableName;
}
