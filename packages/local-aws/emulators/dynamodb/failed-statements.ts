import * as z from "zod";
import type { BatchFaults } from "../batch-faults.ts";
import type { DynamodbResponse, DynamodbStep } from "./dynamodb-steps.ts";

const Input = z.looseObject({ Statements: z.array(z.unknown()).max(25) });
const Executed = z.looseObject({ Responses: z.array(z.unknown()) });

/** Fails statements of batches under HTTP 200, as DynamoDB does with those that it throttles. */
export function failedStatements(faults: BatchFaults): DynamodbStep {
  return ({ operation, input }) => {
    if (operation !== "BatchExecuteStatement") return undefined;
    const { success, data } = Input.safeParse(input);
    if (!success) return undefined;
    const indexes = [...data.Statements.keys()];
    const failed = faults.refused(operation, indexes, (index) => data.Statements[index]);
    if (failed.size === 0) return undefined;
    const merged = (executed: unknown[]) => {
      const others = executed.values();
      return indexes.map((index) => (failed.has(index) ? { Error: error } : others.next().value));
    };
    if (failed.size === indexes.length)
      return { respond: { status: 200, body: { Responses: merged([]) } } };
    const left = data.Statements.filter((_, index) => !failed.has(index));
    const change = (response: DynamodbResponse) => {
      const { success: isExecuted, data: body } = Executed.safeParse(response.body);
      if (!isExecuted) return response;
      return { ...response, body: { ...body, Responses: merged(body.Responses) } };
    };
    return { input: { ...data, Statements: left }, change };
  };
}

const error = { Code: "ThrottlingError", Message: "The statement was throttled." };
