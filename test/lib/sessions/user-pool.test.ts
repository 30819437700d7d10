import { expect, test } from "vitest";
import {
  ephemeral,
  ephemeralAsked,
  everySetting,
  otherSettings,
  propertiesOf,
  resolved,
  resources,
  template,
} from "../synthesized.ts";

const [pool] = propertiesOf("AWS::Cognito::UserPool");
const consoleUrl = "https://{ConsoleDeliveryDistribution.DomainName}";

test("people sign up and in by e-mail, with a password or a passkey, on the Essentials plan", () => {
  expect(pool).toMatchObject({
    UserPoolTier: "ESSENTIALS",
    UsernameAttributes: ["email"],
    UsernameConfiguration: { CaseSensitive: false },
    AutoVerifiedAttributes: ["email"],
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: "verified_email", Priority: 1 }] },
    Policies: { SignInPolicy: { AllowedFirstAuthFactors: ["PASSWORD", "WEB_AUTHN"] } },
  });
});

test("a new e-mail address counts only when it is verified", () => {
  expect(pool).toMatchObject({
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ["email"] },
  });
});

test("the console's client gets a code, for exactly its own URLs, and has no secret to lose", () => {
  const [client] = propertiesOf("AWS::Cognito::UserPoolClient");
  expect(resolved(client)).toMatchObject({
    AllowedOAuthFlows: ["code"],
    AllowedOAuthFlowsUserPoolClient: true,
    AllowedOAuthScopes: ["openid", "email", "profile"],
    CallbackURLs: [`${consoleUrl}/sign-in/callback`],
    LogoutURLs: [`${consoleUrl}/`],
    SupportedIdentityProviders: ["COGNITO"],
    PreventUserExistenceErrors: "ENABLED",
    GenerateSecret: false,
  });
  expect(client).toHaveProperty("ExplicitAuthFlows", [
    "ALLOW_USER_SRP_AUTH",
    "ALLOW_USER_AUTH",
    "ALLOW_REFRESH_TOKEN_AUTH",
  ]);
});

test("Cognito's newer pages are used, which need a style, under a name that no other stack has", () => {
  const [domain] = propertiesOf("AWS::Cognito::UserPoolDomain");
  expect(domain).toMatchObject({ ManagedLoginVersion: 2 });
  expect(JSON.stringify(domain?.Domain)).toContain("AWS::StackId");
  const [branding] = propertiesOf("AWS::Cognito::ManagedLoginBranding");
  expect(resolved(branding)).toEqual({
    UserPoolId: "{ConsoleSignInUserPool}",
    ClientId: "{ConsoleSignInClient}",
    UseCognitoProvidedValues: true,
  });
});

test.each([
  ["a domain", everySetting, "no-reply@example.com"],
  ["an address", ephemeralAsked, "counts@example.com"],
])("the SES identity of %s sends the mail, and codes by mail are offered", (_, settings, From) => {
  const SourceArn = settings.sesIdentityArn;
  const [sending] = propertiesOf("AWS::Cognito::UserPool", template(settings));
  expect(sending).toMatchObject({
    EmailConfiguration: { EmailSendingAccount: "DEVELOPER", SourceArn, From },
    Policies: { SignInPolicy: { AllowedFirstAuthFactors: ["PASSWORD", "EMAIL_OTP", "WEB_AUTHN"] } },
  });
  expect(pool).not.toHaveProperty("EmailConfiguration");
});

test.each([
  ["a stage that keeps its data", {}, "RetainExceptOnCreate", "Retain"],
  ["an ephemeral stage", ephemeral, "Delete", "Delete"],
])("in %s the accounts are as safe as the tables", (_, settings, deleted, replaced) => {
  const found = resources("AWS::Cognito::UserPool", template(settings)).ConsoleSignInUserPool;
  expect(found).toMatchObject({ DeletionPolicy: deleted, UpdateReplacePolicy: replaced });
});

test("an organization's own provider stands in place of the user pool", () => {
  const made = template(otherSettings);
  for (const type of ["UserPool", "UserPoolClient", "UserPoolDomain", "ManagedLoginBranding"]) {
    made.resourceCountIs(`AWS::Cognito::${type}`, 0);
  }
  made.hasResourceProperties("AWS::Lambda::Function", {
    Environment: {
      Variables: {
        OIDC_ISSUER: otherSettings.oidcIssuer,
        OIDC_CLIENT_ID: otherSettings.oidcClientId,
        OIDC_CLIENT_SECRET_ARN: otherSettings.oidcClientSecretArn,
      },
    },
  });
});

test("the client secret of an organization's own provider is read by the session function alone", () => {
  const readers = Object.entries(resources("AWS::IAM::Role", template(otherSettings)))
    .filter(([, role]) => JSON.stringify(role).includes(otherSettings.oidcClientSecretArn))
    .map(([id]) => id);
  expect(readers).toEqual(["ConsoleSurfaceManageSessionsRole"]);
});
