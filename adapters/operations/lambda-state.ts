import {
  GetAccountSettingsCommand,
  GetAliasCommand,
  GetEventSourceMappingCommand,
  type LambdaClient,
  paginateListVersionsByFunction,
  ResourceNotFoundException,
} from "@aws-sdk/client-lambda";
import type { LimitsFacts } from "../../core/operations/account-limits.ts";
import type { AliasesFacts } from "../../core/operations/deployment.ts";
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

/**
 * Reads aliases by their ARNs, and the newest version of each function. One after the other, because
 * Lambda limits such calls to 15 a second for the whole account. `AdditionalVersionWeights` has "the
 * second version, and the percentage of traffic that's routed to it" (AliasRoutingConfiguration).
 */
export async function aliasStates(client: LambdaClient, arns: string[]): Promise<AliasesFacts> {
  const facts: AliasesFacts = { aliases: [], missing: [] };
  for (const arn of arns) {
    const { functionName, name } = aliasIn(arn);
    try {
      const found = await client.send(
        new GetAliasCommand({ FunctionName: functionName, Name: name }),
      );
      facts.aliases.push({
        functionName,
        version: found.FunctionVersion ?? "unknown",
        weights: found.RoutingConfig?.AdditionalVersionWeights ?? {},
        newest: await newestVersion(client, functionName),
      });
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
      facts.missing.push(functionName);
    }
  }
  return facts;
}

/** Versions are numbered in the order in which they were published; `$LATEST` has no number. */
async function newestVersion(client: LambdaClient, FunctionName: string): Promise<number> {
  let newest = 0;
  for await (const { Versions = [] } of paginateListVersionsByFunction(
    { client },
    { FunctionName },
  )) {
    for (const { Version = "" } of Versions) {
      if (/^\d+$/.test(Version)) newest = Math.max(newest, Number(Version));
    }
  }
  return newest;
}

/** Of `arn:aws:lambda:REGION:ACCOUNT:function:NAME:ALIAS`. */
function aliasIn(arn: string): { functionName: string; name: string } {
  const [functionName = arn, name = "live"] = arn.split(":").slice(6);
  return { functionName, name };
}
