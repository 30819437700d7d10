import { setTimeout } from "node:timers/promises";
import {
  CodeDeployClient,
  GetApplicationRevisionCommand,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from "@aws-sdk/client-codedeploy";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import * as z from "zod";
import type { Refusal, TrialPorts } from "../../core/operations/version-trial.ts";
import { callLimits } from "../aws/dynamodb-client.ts";
import { systemClock } from "../system-clock.ts";

/** Longer than the timeout of every function. */
const invocationMs = 55_000;

const refusals: Record<string, Refusal> = {
  TooManyRequestsException: "throttled",
  AccessDeniedException: "denied",
};

export type VersionTrialPorts = ReturnType<typeof codeDeployTrial>;

/** CodeDeploy and Lambda, as a hook of a deployment needs them. */
export function codeDeployTrial() {
  const codeDeploy = new CodeDeployClient(callLimits);
  const requestHandler = { ...callLimits.requestHandler, requestTimeout: invocationMs };
  // A second invocation would wait as long again.
  const lambda = new LambdaClient({ ...callLimits, requestHandler, maxAttempts: 1 });
  return {
    async target(deploymentId) {
      const { deploymentInfo } = await codeDeploy.send(new GetDeploymentCommand({ deploymentId }));
      const { applicationName, revision } = deploymentInfo ?? {};
      const found = await codeDeploy.send(
        new GetApplicationRevisionCommand({ applicationName, revision }),
      );
      const { string, appSpecContent } = found.revision ?? {};
      return targetIn(string?.content ?? appSpecContent?.content ?? "");
    },
    async invoke({ functionName, version }, event) {
      const { FunctionError, Payload } = await lambda.send(
        new InvokeCommand({
          FunctionName: functionName,
          Qualifier: version,
          Payload: JSON.stringify(event),
        }),
      );
      const payload = Buffer.from(Payload ?? []).toString();
      if (FunctionError !== undefined) return { functionError: payload.slice(0, 1_000) };
      return Response.catch({}).parse(jsonOf(payload));
    },
    refusalIn: (error) => (error instanceof Error ? refusals[error.name] : undefined),
    now: systemClock.now,
    wait: async (ms) => await setTimeout(ms),
    /** Lets the deployment go on, or ends it. */
    async report(hook: Hook, status: "Succeeded" | "Failed"): Promise<void> {
      await codeDeploy.send(
        new PutLifecycleEventHookExecutionStatusCommand({
          deploymentId: hook.DeploymentId,
          lifecycleEventHookExecutionId: hook.LifecycleEventHookExecutionId,
          status,
        }),
      );
    },
  } satisfies TrialPorts & Record<string, unknown>;
}

/** What CodeDeploy passes to a hook. */
export const Hook = z.object({
  DeploymentId: z.string(),
  LifecycleEventHookExecutionId: z.string(),
});
type Hook = z.infer<typeof Hook>;

const Response = z.object({ statusCode: z.int().exactOptional() });

/**
 * The AppSpec that CloudFormation writes for an alias: one function. The deployment's target does not say
 * it: before the shift, its `lambdaFunctionInfo` is empty.
 */
const AppSpec = z.object({
  Resources: z.tuple([
    z.record(
      z.string(),
      z.object({
        Properties: z.object({ Name: z.string(), TargetVersion: z.coerce.string() }),
      }),
    ),
  ]),
});

function targetIn(content: string) {
  const parsed = AppSpec.safeParse(jsonOf(content));
  const [resource] = parsed.success ? Object.values(parsed.data.Resources[0]) : [];
  if (resource === undefined) return undefined;
  const { Name: functionName, TargetVersion: version } = resource.Properties;
  return { functionName, version };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
