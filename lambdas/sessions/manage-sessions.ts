import { secretsManagerClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { readSecret } from "../../adapters/aws/secret-reader.ts";
import { dynamodbRateLimits } from "../../adapters/dynamodb-rate-limits.ts";
import { randomSecret } from "../../adapters/random.ts";
import { dynamodbMemberships } from "../../adapters/sessions/dynamodb-memberships.ts";
import { dynamodbSessions } from "../../adapters/sessions/dynamodb-sessions.ts";
import { dynamodbSignedInPeople } from "../../adapters/sessions/dynamodb-signed-in-people.ts";
import { openidProvider } from "../../adapters/sessions/openid-provider.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { SessionEnd } from "../../core/private-api/session.ts";
import { signInLimit } from "../../core/rate-limits.ts";
import { parseSessionValue } from "../../core/sessions/session.ts";
import { sessionView } from "../../core/sessions/session-view.ts";
import { environmentOf } from "../functions/environment.ts";
import { manageSessions } from "../functions/private-api.ts";
import { jsonResponse } from "../http/message.ts";
import { logger } from "../http/telemetry.ts";
import { cookieOf, removeCookie } from "../private-api/cookies.ts";
import { accessTables, memberAccess, sessionCookie } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute, privateHandler } from "../private-api/private-handler.ts";
import { enforce } from "../private-api/rate-limit.ts";
import { viewerAddress } from "../private-api/viewer-address.ts";
import { beginSignIn, finishSignIn, type SignInRoutes } from "./sign-in.ts";

const environment = environmentOf(manageSessions, process.env);
const { CONSOLE_URL, OIDC_CLIENT_SECRET_ARN } = environment;
const tables = {
  ...accessTables(environment),
  organizations: environment.ORGANIZATIONS_TABLE,
  organizationDeletions: environment.ORGANIZATION_DELETIONS_TABLE,
};

const client = dynamodbClient();
const addressOf = viewerAddress(environment.ORIGIN_SECRET_ARN);
const sessions = dynamodbSessions(client, tables);
const signedInPeople = dynamodbSignedInPeople(client, tables.people, systemClock);
const memberships = dynamodbMemberships(client, tables);
const limits = dynamodbRateLimits(client, tables.rateLimits, systemClock);
const access = memberAccess(client, tables);
const provider = openidProvider({
  issuer: environment.OIDC_ISSUER,
  clientId: environment.OIDC_CLIENT_ID,
  readClientSecret: OIDC_CLIENT_SECRET_ARN
    ? () => readSecret(secretsManagerClient(), OIDC_CLIENT_SECRET_ARN)
    : undefined,
  consoleUrl: CONSOLE_URL,
});

const routes: SignInRoutes = {
  consoleUrl: CONSOLE_URL,
  provider,
  ports: { signedInPeople, sessions, randomSecret },
  clock: systemClock,
  async limit(event) {
    await enforce(limits.use(signInLimit, await addressOf(event)));
  },
};

const showSession: PrivateRoute = async (event) => {
  const person = await access.person(event);
  return jsonResponse(sessionView(person, await memberships.of(person)));
};

/** Whoever is signed out already is told the same: to sign out twice is no mistake. */
const endSession: PrivateRoute = async (event) => {
  const { everywhere } = bodyOf(event, SessionEnd);
  if (everywhere) await signedInPeople.endSessions((await access.person(event)).id);
  const known = parseSessionValue(cookieOf(event, sessionCookie));
  if (known !== undefined) await sessions.end(known.sessionHash);
  const body = { redirectTo: (await signOutUrl()) ?? "/" };
  return { ...jsonResponse(body), cookies: [removeCookie(sessionCookie)] };
};

/** The session at the service has ended, whether or not the provider responds. */
async function signOutUrl(): Promise<string | undefined> {
  try {
    return await provider.signOutUrl();
  } catch (error) {
    logger.warn("the identity provider does not say where to sign out", { error });
    return undefined;
  }
}

export const handler = privateHandler(
  manageSessions,
  { consoleUrl: CONSOLE_URL },
  {
    "GET /sign-in": beginSignIn(routes),
    "GET /sign-in/callback": finishSignIn(routes),
    "GET /api/session": showSession,
    "POST /api/session/end": endSession,
  },
);
