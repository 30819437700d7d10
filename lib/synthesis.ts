import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { App, NestedStack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import { allFunctions } from "../lambdas/functions/functions.ts";
import { configurationOf } from "./configuration.ts";
import { assetsFolder } from "./platform/built-functions.ts";
import { CountingServiceStack } from "./stack.ts";

/** What cdk.json configures. */
export const context: Record<string, unknown> = z
  .object({ context: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, "..", "cdk.json"), "utf8"))).context;

export interface Synthesis {
  stack: CountingServiceStack;
  main: Template;
  /** Those of the nested stacks, by their construct ids. */
  nested: Record<string, Template>;
}

/** The templates that cdk.json makes with these settings, for programs and tests that look into them. */
export function synthesize(settings: Record<string, string>): Synthesis {
  // The template names the folders of the built functions; their content does not matter here.
  for (const { name } of allFunctions) {
    mkdirSync(join(assetsFolder, name), { recursive: true });
  }
  const staging = { "aws:cdk:disable-asset-staging": true };
  // `npm run synth` checks and reports.
  const checks = {
    "@aws-cdk/core:validateAgainstDefaultRules": false,
    "@aws-cdk/core:annotationsInValidationReport": false,
  };
  // Neither is in a template, and both take time.
  const unused = { treeMetadata: false, stackTraces: false };
  const app = new App({ ...unused, context: { ...context, ...staging, ...checks, ...settings } });
  const stack = new CountingServiceStack(app, "Service", {
    configuration: configurationOf(app.node),
  });
  const nested = stack.node.children.flatMap((one) =>
    one instanceof NestedStack ? [[one.node.id, Template.fromStack(one)] as const] : [],
  );
  return { stack, main: Template.fromStack(stack), nested: Object.fromEntries(nested) };
}

export const alarmTopicArn = "arn:aws:sns:eu-west-1:123456789012:alarms";

/** Most of what can be set; the identity provider would take the place of the user pool. */
export const everySetting = {
  apiDomainName: "api.example.com",
  apiCertificateArn: "arn:aws:acm:eu-west-1:123456789012:certificate/a",
  siteDomainName: "live.example.com",
  siteCertificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/b",
  consoleDomainName: "console.example.com",
  consoleCertificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/c",
  sesIdentityArn: "arn:aws:ses:eu-west-1:123456789012:identity/example.com",
  mailFrom: "counts@example.com",
  invitationMailsPerDay: "200",
  webAclArn: "arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/1",
  alarmTopicArn,
  monthlyBudgetDollars: "250",
  protectData: "true",
  lambdaConcurrency: "1000",
  warmTapsPerSecond: "5000",
  apiRequestsPerSecond: "200",
  siteRequestsPerSecond: "5000",
  consoleRequestsPerSecond: "3000",
  logRetentionDays: "7",
  retryDelays: "1, 2",
  schedulerFromSeconds: "4",
  allowedReceiverAddresses: "127.0.0.0/8,::1/128",
  homeEmbed: "emb_0123456789ABCDEFGHIJKLMN",
};
