import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { constructOf, standingTables, tableOutput } from "../../core/tables.ts";
import { resolved, template } from "./synthesized.ts";

const { version } = JSON.parse(readFileSync(resolve("package.json"), "utf8"));

/** What the operator's command line and the local service find the deployment by. */
const outputs = {
  ApiUrl: "{ReadApiSurfaceHttpApi.ApiEndpoint}",
  BaseUrl: "https://{SiteDeliveryDistribution.DomainName}",
  ConsoleUrl: "https://{ConsoleDeliveryDistribution.DomainName}",
  SignInIssuer: "{ConsoleSignInUserPool.ProviderURL}",
  KeyBrand: "cs",
  ...Object.fromEntries(
    standingTables.map((name) => [tableOutput(name), `{${constructOf(name)}}`]),
  ),
  SecretsKey: "{WebhooksSecretsKey.Arn}",
  FirstAttemptsQueue: "{WebhooksFirstAttemptsQueue}",
  FirstAttemptsDeadLetters: "{WebhooksFirstAttemptsDeadLetters}",
  RetriesQueue: "{WebhooksRetriesQueue}",
  RetriesDeadLetters: "{WebhooksRetriesDeadLetters}",
  SlowAttemptsQueue: "{WebhooksSlowAttemptsQueue}",
  SlowAttemptsDeadLetters: "{WebhooksSlowAttemptsDeadLetters}",
  FailedRecordsBucket: "{WebhooksDispatchFailedRecords}",
  FailedEvaluationsBucket: "{AlertsFailedRecords}",
  AllowedReceiverAddresses: "-",
  CanaryReceiverUrl: "{ReadApiSurfaceHttpApi.ApiEndpoint}/canary",
  // A group of schedules has the name that the CDK makes.
  ScheduleGroup: expect.stringMatching(/-Webhooks-Schedules-/),
  SchedulerFromSeconds: "901",
  Version: version,
  LambdaConcurrency: "10",
  RequestsPerSecond: "2400",
  RequestsAtOnce: "1200",
  DeploymentHook: "-",
  KeepsData: "true",
  Certificates: "-",
};

test("each output names the resource that it is called after", () => {
  const found = Object.entries(template().findOutputs("*")).map(([name, { Value }]) => [
    name,
    resolved(Value),
  ]);
  expect(Object.fromEntries(found)).toEqual(outputs);
});
