import type { Context } from "aws-lambda";
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
import { sessionRoutes } from "../../api/private/sessions.ts";
import { signInLimit } from "../../core/rate-limits.ts";
import { parseSessionValue } from "../../core/sessions/session.ts";
import { sessionView } from "../../core/sessions/session-view.ts";
import { environmentOf } from "../functions/environment.ts";
import { manageSessions } from "../functions/private-api.ts";
import type { HttpHandler } from "../http/http-handler.ts";
import type { HttpEvent } from "../http/message.ts";
import { areaHandler } from "../private-api/area-handler.ts";
import { consoleHandler } from "../private-api/console-handler.ts";
import { cookieOf, removeCookie } from "../private-api/cookies.ts";
import { memberAccess, sessionCookie } from "../private-api/member-access.ts";
import { enforce } from "../private-api/rate-limit.ts";
import { viewerAddress } from "../private-api/viewer-address.ts";
import { asPages, beginSignIn, finishSignIn, type SignInRoutes } from "./sign-in.ts";
import { signOutAtProvider, signOutPath } from "./sign-out.ts";

const environment = environmentOf(manageSessions, process.env);
const { CONSOLE_URL, OIDC_CLIENT_SECRET_ARN } = environment;
const { tables } = environment;

const client = dynamodbClient();
const addressOf = viewerAddress(environment.ORIGIN_SECRET_ARN);
const sessions = dynamodbSessions(client, tables);
const signedInPeople = dynamodbSignedInPeople(client, tables, systemClock);
const memberships = dynamodbMemberships(client, tables);
const limits = dynamodbRateLimits(client, tables, systemClock);
const access = memberAccess(client, tables);
const provider = openidProvider({
  issuer: environment.OIDC_ISSUER,
  clientId: environment.OIDC_CLIENT_ID,
  readClientSecret: OIDC_CLIENT_SECRET_ARN
    ? () => readSecret(secretsManagerClient(), OIDC_CLIENT_SECRET_ARN)
    : undefined,
  consoleUrl: CONSOLE_URL,
  clock: systemClock,
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

const area = areaHandler(
  { routes: sessionRoutes, consoleUrl: CONSOLE_URL, access },
  {
    "GET /api/session": async ({ person }) => ({
      body: sessionView(person, await memberships.of(person), systemClock.now()),
    }),

    "POST /api/session/end": async ({ event, body: { everywhere } }) => {
      if (everywhere) await signedInPeople.endSessions((await access.person(event)).id);
      const known = parseSessionValue(cookieOf(event, sessionCookie));
      if (known !== undefined) await sessions.end(known.sessionHash);
      return { body: { redirectTo: signOutPath }, cookies: [removeCookie(sessionCookie)] };
    },
  },
);

const pages: Record<string, HttpHandler | undefined> = {
  "GET /sign-in": consoleHandler(beginSignIn(routes)),
  "GET /sign-in/callback": consoleHandler(finishSignIn(routes)),
  "GET /sign-out": consoleHandler(asPages(signOutAtProvider(routes))),
};

/** The pages of signing in and out, which are no routes of the private API, and the area. */
export const handler = (event: HttpEvent, context: Context) =>
  (pages[event.requestContext.routeKey] ?? area)(event, context);
