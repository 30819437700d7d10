import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { awsClients } from "../../adapters/aws/aws-clients.ts";
import { type DamagedItem, notingDamaged } from "../../adapters/aws/damaged-items.ts";
import { type Service, StackOutputs } from "../../adapters/stack-outputs.ts";
import { type Stores, storesOf } from "../../adapters/stores.ts";
import { audited } from "./audited.ts";
import { localService, notResponding } from "./local-service.ts";
import { dataFolder, type ServiceOptions } from "./service-flags.ts";
import { isConnectionFailure, OperatorError } from "./terminal/failure.ts";
import { hint } from "./terminal/invocation.ts";
import { notice } from "./terminal/output.ts";

/** The options that every verb takes. */
export interface VerbOptions extends ServiceOptions {
  json?: boolean;
}

/**
 * Does the work with the stores of the service that the options name. What its lists leave out is said
 * below them.
 */
export async function withStores(
  options: VerbOptions,
  work: (stores: Stores) => Promise<void>,
): Promise<void> {
  const damaged: DamagedItem[] = [];
  try {
    await withService(options, (service) => notingDamaged(damaged, () => work(storesOf(service))));
  } finally {
    for (const { table, id } of damaged) {
      notice(`damaged, and left out: ${table} ${id}; what to do: ${hint("doctor")}`);
    }
  }
}

/** Does the work with the clients and outputs of the service that the options name. */
export async function withService(options: VerbOptions, work: Work): Promise<void> {
  const { stack } = options;
  if (stack === undefined) return await workLocally(dataFolder(options), work);
  const service = await deployedStack(stack);
  await workOn(service, { isDeployed: true }, work);
}

type Work = (service: Service) => Promise<void>;

async function workLocally(dataDir: string, work: Work) {
  try {
    const service = await localService(dataDir);
    await workOn(service, { isDeployed: false }, work);
  } catch (error) {
    const isGone = isConnectionFailure(error) || isUnreadable(error);
    throw isGone ? await notResponding(dataDir, error) : error;
  }
}

/** Another program has the port now: the SDK cannot read its response, or it is no HTTP at all. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Error && /Deserialization error:|^Parse Error:/.test(error.message);
}

async function workOn(
  service: Awaited<ReturnType<typeof deployedStack>>,
  where: { isDeployed: boolean },
  work: Work,
) {
  try {
    await audited(service, where, () => work(service));
  } finally {
    service.clients.destroy();
  }
}

/** The tables of a deployed stack; region and credentials come from the AWS environment. */
async function deployedStack(stackName: string) {
  const parsed = StackOutputs.safeParse(await outputsOf(stackName));
  if (!parsed.success) {
    const missing = parsed.error.issues.map(({ path }) => path.join(".")).join(", ");
    throw new OperatorError(
      `the stack ${stackName} is not this version of the counting service; deploy it again ` +
        `(outputs missing: ${missing})`,
      { code: "UNAVAILABLE" },
    );
  }
  return { clients: awsClients(), outputs: parsed.data };
}

async function outputsOf(stackName: string): Promise<Record<string, string | undefined>> {
  const client = new CloudFormationClient({});
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    const outputs = Stacks?.[0]?.Outputs ?? [];
    return Object.fromEntries(
      outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
    );
  } catch (error) {
    if (!isNoSuchStack(error)) throw error;
    const region = await client.config.region();
    throw new OperatorError(
      `there is no stack ${stackName} in ${region}; check its name, AWS_REGION and AWS_PROFILE`,
      { code: "UNAVAILABLE", cause: error },
    );
  } finally {
    client.destroy();
  }
}

// CloudFormation has no error of its own for this: it returns a ValidationError with a sentence.
function isNoSuchStack(error: unknown): boolean {
  return error instanceof Error && /does not exist/.test(error.message);
}
