import { App, Validations } from "aws-cdk-lib";
import { ConfigurationError, configurationOf, deploymentName } from "../lib/configuration.ts";
import { ensureFunctions } from "../lib/platform/ensure-functions.ts";
import { CountingServiceStack } from "../lib/stack.ts";

try {
  const app = new App();
  const { CDK_DEFAULT_REGION: region, REUSE_FUNCTIONS } = process.env;
  const configuration = configurationOf(app.node, region === undefined ? {} : { region });
  // What is deployed is always built anew.
  if (REUSE_FUNCTIONS === "true") await ensureFunctions();
  else await (await import("../lib/platform/bundle.ts")).bundleFunctions();
  new CountingServiceStack(app, "CountingService", {
    configuration,
    stackName: deploymentName(configuration),
    description: "Counting service: counters, read API, webhooks and embeds",
  });
  // As for the CDK's own rules, for which this variable stands.
  if (process.env.CDK_VALIDATION !== "false") {
    const { AwsSolutionsChecks } = await import("cdk-nag");
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  }
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
