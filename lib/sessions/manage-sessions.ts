import type { Construct } from "constructs";
import { manageSessions } from "../../lambdas/functions/private-api.ts";
import type { Configuration } from "../configuration.ts";
import { grantReading } from "../platform/attribute-conditions.ts";
import { boundedRunTimeout, type PrivateApi } from "../platform/private-api.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { tablesOf } from "../platform/tables.ts";
import { SignInPool } from "./user-pool.ts";

/**
 * Signing in with the configured identity provider, or else with a user pool in `scope`. Returns the
 * issuer.
 */
export function serveSignIn(
  scope: Construct,
  api: PrivateApi,
  configuration: Configuration,
): string {
  const { issuer, clientId, secretArn } = identityProvider(scope, api, configuration);
  const environment = {
    ...api.addressVariables,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    ...(secretArn !== undefined && { OIDC_CLIENT_SECRET_ARN: secretArn }),
  };
  // A sign-in asks a provider up to seven times, which may take 3 s each.
  const served = api.serve(manageSessions, environment, { timeout: boundedRunTimeout });
  api.grantViewerAddress(served);
  grantSignIn(served);
  if (secretArn !== undefined) served.grant(secretArn, "secretsmanager:GetSecretValue");
  return issuer;
}

function identityProvider(
  scope: Construct,
  { consoleUrl }: PrivateApi,
  configuration: Configuration,
) {
  const { oidcIssuer, oidcClientId, oidcClientSecretArn: secretArn } = configuration;
  if (oidcIssuer !== undefined && oidcClientId !== undefined && secretArn !== undefined) {
    return { issuer: oidcIssuer, clientId: oidcClientId, secretArn };
  }
  const { issuer, clientId } = new SignInPool(scope, "SignIn", { configuration, consoleUrl });
  return { issuer, clientId, secretArn: undefined };
}

/** Signing in stores people and sessions; of an organization a person sees its name, plan and zone. */
function grantSignIn(signIn: ServiceFunction<never>): void {
  const { sessions, people, organizations, organizationDeletions } = tablesOf(signIn);
  signIn.grant(sessions.tableArn, "dynamodb:PutItem", "dynamodb:DeleteItem");
  signIn.grant(people.tableArn, "dynamodb:UpdateItem");
  // The item also has the hashes of its API keys.
  grantReading(signIn, organizations.tableArn, {
    attributes: ["organizationId", "name", "plan", "timeZone", "dayStarts"],
    action: "dynamodb:BatchGetItem",
  });
  // Owners see which deletions are not finished.
  signIn.grant(organizationDeletions.tableArn, "dynamodb:BatchGetItem");
}
