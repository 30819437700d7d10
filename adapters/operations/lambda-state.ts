import {
  GetAccountSettingsCommand,
  GetEventSourceMappingCommand,
  type LambdaClient,
  ResourceNotFoundException,
} from "@aws-sdk/client-lambda";
import type { LimitsFacts } from "../../core/operations/account-limits.ts";
import type { EventSourcesFacts } from "../../core/operations/event-sources.ts";
import type { StackState } from "./stack-state.ts";

/** Reads the event source mappings of a stack. */
export async function eventSourceStates(
  client: LambdaClient,
  declared: StackState["mappings"],
): Promise<EventSourcesFacts> {
  const facts: EventSourcesFacts = { mappings: [], missing: [] };
  for (const { id, logicalId } of declared) {
    try {
      const found = await client.send(new GetEventSourceMappingCommand({ UUID: id }));
      facts.mappings.push({
        source: sourceName(found.EventSourceArn ?? logicalId),
        functionName: found.FunctionArn?.split(":")[6] ?? "an unknown function",
        state: found.State ?? "unknown",
        lastResult: found.LastProcessingResult,
        maximumConcurrency: found.ScalingConfig?.MaximumConcurrency,
      });
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
      facts.missing.push(logicalId);
    }
  }
  return facts;
}

/** Reads the account's concurrent executions in the region. */
export async function accountConcurrency(client: LambdaClient): Promise<LimitsFacts["account"]> {
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
  const { ConcurrentExecutions: limit, UnreservedConcurrentExecutions } = AccountLimit ?? {};
  if (limit === undefined) throw new Error("Lambda did not say the account's limit");
  return { limit, unreserved: UnreservedConcurrentExecutions ?? limit };
}

/** Of `arn:…:table/NAME/stream/…` and `arn:aws:sqs:REGION:ACCOUNT:NAME`. */
function sourceName(arn: string): string {
  return /:table\/([^/]+)\//.exec(arn)?.[1] ?? arn.split(":").at(-1) ?? arn;
}
