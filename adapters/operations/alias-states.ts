import {
  GetAliasCommand,
  type LambdaClient,
  paginateListVersionsByFunction,
  ResourceNotFoundException,
} from "@aws-sdk/client-lambda";
import type { AliasesFacts } from "../../core/operations/deployment.ts";

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
