import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { endpoint } from "../../system/service.ts";

/** A client that asks DynamoDB what each call costs; `units` are those of its calls, in order. */
export function meteredClient() {
  const units: (number | undefined)[] = [];
  const metered = localDynamodbClient(endpoint);
  metered.middlewareStack.add(
    (next) => async (call) => {
      const result = await next({
        ...call,
        input: { ...call.input, ReturnConsumedCapacity: "TOTAL" },
      } as typeof call);
      const { ConsumedCapacity } = result.output as {
        ConsumedCapacity?: { CapacityUnits?: number };
      };
      units.push(ConsumedCapacity?.CapacityUnits);
      return result;
    },
    { step: "initialize" },
  );
  return { metered, units };
}
