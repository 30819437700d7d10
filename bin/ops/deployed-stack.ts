import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { awsClients } from "../../adapters/aws/clients.ts";
import { StackOutputs } from "../../adapters/stack-outputs.ts";
import { OperatorError } from "./terminal/failure.ts";

/** The tables of a deployed stack; region and credentials come from the AWS environment. */
export async function deployedStack(stackName: string) {
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
