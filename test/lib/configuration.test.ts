import { readFileSync } from "node:fs";
import { App } from "aws-cdk-lib";
import { expect, test } from "vitest";
import { configurationOf } from "../../lib/configuration.ts";
import { context } from "./synthesized.ts";

const ownProvider = {
  oidcIssuer: "https://login.example.com/tenant/v2.0",
  oidcClientId: "abc",
  oidcClientSecretArn: "arn:aws:secretsmanager:eu-west-1:1:secret:oidc-AbCdEf",
};

const alarmTopicArn = "arn:aws:sns:eu-west-1:123456789012:alarms";

const mailOf = (identity: string) => ({
  mailFrom: "counts@sub.example.com",
  sesIdentityArn: `arn:aws:ses:eu-west-1:1:identity/${identity}`,
});

test.each(["example.com", "counts@sub.example.com"])("the identity %s may send", (identity) => {
  // Beside an identity provider of one's own, too.
  const app = new App({ context: { ...context, ...ownProvider, ...mailOf(identity) } });
  expect(configurationOf(app.node).mailFrom).toBe("counts@sub.example.com");
});

test.each(["https://login.example.com", "http://localhost:3004", "http://[::1]:1/x"])(
  "the issuer %s is accepted",
  (oidcIssuer) => {
    const app = new App({ context: { ...context, ...ownProvider, oidcIssuer } });
    expect(configurationOf(app.node).oidcIssuer).toBe(oidcIssuer);
  },
);

test.each([
  [{ stage: "Production" }, /stage: must begin/],
  [{ stage: "" }, /stage/],
  [{ serviceName: "s".repeat(41) }, /serviceName: must have at most 40 characters/],
  [{ protectData: "yes" }, /protectData: must be true or false/],
  [{ canary: "1" }, /canary: must be true or false/],
  [
    { allowedReceiverAddresses: "127.0.0.0/8,10.1.0.0/33" },
    /allowedReceiverAddresses\.1: must be a range, such as 10\.1\.0\.0\/16/,
  ],
  [{ stge: "dev" }, /Unknown configuration: stge \(did you mean stage\?\)\. There is: stage, /],
  [{ frob: "1" }, /Unknown configuration: frob\. There is: /],
  [{ lambdaConcurency: "9" }, /lambdaConcurency \(did you mean lambdaConcurrency\?\)/],
  [{ lambdaconcurrency: "9" }, /lambdaconcurrency \(did you mean lambdaConcurrency\?\)/],
  [{ Stages: "dev" }, /Stages \(did you mean stage\?\)/],
  [{ siteDomain: "live.example.com" }, /Unknown configuration: siteDomain\. There is: /],
  [{ logRetentionDays: "abc" }, /logRetentionDays: must be a number/],
  [{ keyBrand: "c_s" }, /keyBrand: must be/],
  [{ logRetentionDays: "8" }, /logRetentionDays: must be one of/],
  [{ apiDomainName: "api.example.com" }, /apiDomainName: needs apiCertificateArn/],
  [
    { siteDomainName: "https://x", siteCertificateArn: "arn:aws:acm:x" },
    /siteDomainName: must be a host/,
  ],
  [
    { siteDomainName: "x.example.com", siteCertificateArn: "arn:aws:acm:eu-central-1:1:x" },
    /siteCertificateArn: must be in us-east-1/,
  ],
  [{ consoleDomainName: "console.example.com" }, /consoleDomainName: needs consoleCertificateArn/],
  [
    { consoleDomainName: "x.example.com", consoleCertificateArn: "arn:aws:acm:eu-central-1:1:x" },
    /consoleCertificateArn: must be in us-east-1/,
  ],
  [{ oidcIssuer: "https://accounts.google.com" }, /oidcIssuer: .*all or none/],
  [{ oidcClientId: "abc" }, /oidcIssuer: .*all or none/],
  [{ oidcIssuer: "accounts.google.com" }, /oidcIssuer: must be a URL/],
  [{ oidcIssuer: "http://login.example.com" }, /oidcIssuer: must begin with https/],
  [{ oidcIssuer: "http://localhost.example.com" }, /oidcIssuer: must begin with https/],
  [{ oidcIssuer: "https://login.example.com/?tenant=1" }, /oidcIssuer: must have neither/],
  [{ oidcClientSecretArn: "secret" }, /oidcClientSecretArn: must be an ARN of the service secr/],
  [
    { oidcClientSecretArn: "arn:aws:secretsmanager:eu-west-1:1:secret:oidc" },
    /oidcClientSecretArn: must be complete: it ends with a hyphen and the six characters/,
  ],
  [
    { oidcClientSecretArn: "arn:aws:secretsmanager:eu-west-1:1:secret:oidc-??????" },
    /oidcClientSecretArn: must be complete/,
  ],
  [{ sesIdentityArn: "arn:aws:sns:eu-west-1:1:identity/a" }, /sesIdentityArn: must be an ARN/],
  [{ mailFrom: "counts@example.com" }, /mailFrom: must be an address of the identity/],
  [mailOf("example.org"), /mailFrom: must be an address of the identity/],
  [mailOf("notexample.com"), /mailFrom: must be an address of the identity/],
  [mailOf("other@example.com"), /mailFrom: must be an address of the identity/],
  [{ sesIdentityArn: "arn:aws:ses:eu-west-1:1:other/a" }, /sesIdentityArn: must be the ARN of an/],
  [
    { ...ownProvider, sesIdentityArn: "arn:aws:ses:eu-west-1:1:identity/a.example" },
    /sesIdentityArn: is for the user pool/,
  ],
  [{ siteRequestsPerSecond: "many" }, /siteRequestsPerSecond: must be a number/],
  [{ siteRequestsPerSecond: "0" }, /siteRequestsPerSecond/],
  [{ warmTapsPerSecond: "2000" }, /warmTapsPerSecond: must be more than the 2000/],
  [{ warmTapsPerSecond: "20001" }, /warmTapsPerSecond: must be at most 20000: .* a table's quota/],
  [{ lambdaConcurrency: "many" }, /lambdaConcurrency: must be a number .* from 10 to 100000/],
  [{ lambdaConcurrency: "9" }, /lambdaConcurrency: must be a number .* from 10 to 100000/],
  [{ lambdaConcurrency: "10.5" }, /lambdaConcurrency/],
  [{ retryDelays: "" }, /retryDelays/],
  [{ retryDelays: "1,soon" }, /retryDelays\.1/],
  [{ schedulerFromSeconds: "902" }, /schedulerFromSeconds/],
  [{ homeEmbed: "emb_1" }, /homeEmbed: must be the id of an embed/],
  [{ allowedReceiverAddresses: "localhost" }, /allowedReceiverAddresses/],
  [{ alarmTopicArn: "alarms" }, /alarmTopicArn: must be an ARN of the service sns/],
  [
    { webAclArn: "arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/site/1" },
    /webAclArn: must be a web ACL for CloudFront/,
  ],
  [{ monthlyBudgetDollars: "100" }, /monthlyBudgetDollars: needs alarmTopicArn/],
  [{ monthlyBudgetDollars: "0", alarmTopicArn }, /monthlyBudgetDollars: must be more than 0/],
  [{ monthlyBudgetDollars: "much", alarmTopicArn }, /monthlyBudgetDollars: must be a number/],
  [{ protectData: "perhaps" }, /protectData: must be true or false/],
  [{ protectData: "true", stage: "dev-anna" }, /protectData: is for stages that keep their data/],
])("the configuration %j is refused with a reason", (settings, message) => {
  const app = new App({ context: { ...context, ...settings } });
  expect(() => configurationOf(app.node)).toThrow(message);
});

test.each([
  ["production", false],
  ["staging", false],
  ["dev-anna", true],
  ["test", true],
  ["local", true],
  ["localized", false],
])("the data of the stage %s are deleted with it: %s", (stage, ephemeral) => {
  const app = new App({ context: { ...context, stage } });
  expect(configurationOf(app.node).ephemeral).toBe(ephemeral);
});

test("an ARN of another region is refused where AWS would refuse it in the middle of a deployment", () => {
  const apiCertificateArn = "arn:aws:acm:eu-west-1:123456789012:certificate/a";
  const settings = { apiDomainName: "api.example.com", apiCertificateArn, alarmTopicArn };
  const app = new App({ context: { ...context, ...settings } });
  expect(() => configurationOf(app.node, { region: "eu-central-1" })).toThrow(
    /apiCertificateArn: is in eu-west-1, but the stack is in eu-central-1\n {2}alarmTopicArn: is/,
  );
  expect(configurationOf(app.node, { region: "eu-west-1" })).toMatchObject({ alarmTopicArn });
});

test.each([
  ["us-gov-west-1", {}, /region: us-gov-west-1 is in the partition aws-us-gov/],
  ["cn-north-1", {}, /region: cn-north-1 is in the partition aws-cn/],
  [
    "eu-central-2",
    { monthlyBudgetDollars: "9" },
    /monthlyBudgetDollars: CloudFormation has no bud/,
  ],
])("in %s, %j is refused before AWS refuses it", (region, settings, message) => {
  const alarms = alarmTopicArn.replace("eu-west-1", region);
  const app = new App({ context: { ...context, ...settings, alarmTopicArn: alarms } });
  expect(() => configurationOf(app.node, { region })).toThrow(message);
});

test.each([
  ["eu-central-2", {}],
  ["eu-west-1", { monthlyBudgetDollars: "9", alarmTopicArn }],
  ["xx-new-1", {}],
])("in %s, %j is accepted", (region, settings) => {
  const app = new App({ context: { ...context, ...settings } });
  expect(configurationOf(app.node, { region })).toMatchObject({ stage: "production" });
});

test("cdk.json has every feature flag that this version of the CDK recommends", () => {
  const recommended = JSON.parse(
    readFileSync("node_modules/aws-cdk-lib/recommended-feature-flags.json", "utf8"),
  );
  expect(context).toMatchObject(recommended);
  expect(context["@aws-cdk/core:validateAgainstDefaultRules"]).toBe(true);
});
