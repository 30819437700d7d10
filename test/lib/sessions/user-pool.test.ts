import { expect, test } from "vitest";
import { propertiesOf, resolved, resources, template } from "../synthesized.ts";

const [pool] = propertiesOf("AWS::Cognito::UserPool");
const ses = "arn:aws:ses:eu-west-1:123456789012:identity/";
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
  ["example.com", "no-reply@example.com"],
  ["counts@example.com", "counts@example.com"],
])("the SES identity %s sends the mail, from %s, and codes by mail are offered", (name, From) => {
  const [sending] = propertiesOf(
    "AWS::Cognito::UserPool",
    template({ sesIdentityArn: `${ses}${name}` }),
  );
  expect(sending).toMatchObject({
    EmailConfiguration: { EmailSendingAccount: "DEVELOPER", SourceArn: `${ses}${name}`, From },
    Policies: { SignInPolicy: { AllowedFirstAuthFactors: ["PASSWORD", "EMAIL_OTP", "WEB_AUTHN"] } },
  });
  expect(pool).not.toHaveProperty("EmailConfiguration");
});

test.each([
  ["production", "RetainExceptOnCreate", "Retain"],
  ["dev-anna", "Delete", "Delete"],
])("in the stage %s the accounts are as safe as the tables: %s", (stage, deleted, replaced) => {
  const found = resources("AWS::Cognito::UserPool", template({ stage })).ConsoleSignInUserPool;
  expect(found).toMatchObject({ DeletionPolicy: deleted, UpdateReplacePolicy: replaced });
});

const ownProvider = {
  oidcIssuer: "https://login.example.com/tenant/v2.0",
  oidcClientId: "abc",
  oidcClientSecretArn: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:oidc-AbCdEf",
};

test("an organization's own provider stands in place of the user pool", () => {
  const made = template(ownProvider);
  for (const type of ["UserPool", "UserPoolClient", "UserPoolDomain", "ManagedLoginBranding"]) {
    made.resourceCountIs(`AWS::Cognito::${type}`, 0);
  }
  made.hasResourceProperties("AWS::Lambda::Function", {
    Environment: {
      Variables: {
        OIDC_ISSUER: ownProvider.oidcIssuer,
        OIDC_CLIENT_ID: ownProvider.oidcClientId,
        OIDC_CLIENT_SECRET_ARN: ownProvider.oidcClientSecretArn,
      },
    },
  });
});

test("the client secret of an organization's own provider is read by the session function alone", () => {
  const readers = Object.entries(resources("AWS::IAM::Policy", template(ownProvider)))
    .filter(([, policy]) => JSON.stringify(policy).includes(ownProvider.oidcClientSecretArn))
    .map(([id]) => id);
  expect(readers).toEqual(["ConsoleSurfaceManageSessionsRoleDefaultPolicy"]);
});
