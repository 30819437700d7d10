import Provider, { type Configuration, type JWK, type KoaContextWithOIDC } from "oidc-provider";
import type { Account } from "./account.ts";
import type { KeptIdentity } from "./kept-identity.ts";
import { memoryAdapter } from "./memory-adapter.ts";
import { failurePage, signedOutPage, signOutPage } from "./pages.ts";
import { pageHeaders } from "./respond.ts";

interface ProviderOptions {
  issuer: string;
  kept: KeptIdentity;
  /** The one client. */
  clientId: string;
  consoleUrl: string;
  /** Who has signed in here since the start, by subject. */
  accounts: ReadonlyMap<string, Account>;
}

/** Where the provider asks who a person is. */
export const signInPath = /^\/sign-in\/[\w-]+$/;

const hour = 60 * 60;
const day = 24 * hour;

/** An OpenID provider with the console as its one client, which needs no consent. */
export function newProvider(options: ProviderOptions): Provider {
  const { issuer, kept, clientId, consoleUrl, accounts } = options;
  const configuration: Configuration = {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: clientId,
        client_secret: kept.clientSecret,
        client_name: "Counting service",
        redirect_uris: [`${consoleUrl}/sign-in/callback`],
        post_logout_redirect_uris: [`${consoleUrl}/`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [kept.signingKey as unknown as JWK] },
    cookies: { keys: [kept.cookieKey] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    clientBasedCORS: () => false,
    ttl: {
      AccessToken: 10 * 60,
      AuthorizationCode: 60,
      Grant: day,
      IdToken: hour,
      Interaction: hour,
      Session: day,
    },
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    loadExistingGrant: grantAll,
    findAccount: (_, subject) => {
      const account = accounts.get(subject);
      return account && { accountId: subject, claims: async () => claimsOf(account) };
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => show(ctx, signOutPage(form), consoleUrl),
        postLogoutSuccessSource: (ctx) => show(ctx, signedOutPage(), consoleUrl),
      },
    },
    renderError: (ctx, { error, error_description: said }) =>
      show(ctx, failurePage(said ?? error, consoleUrl), consoleUrl),
  };
  return new Provider(issuer, configuration);
}

/** The console belongs to the service itself: nobody is asked what it may know. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { client, session, params, provider } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const kept = session.grantIdFor(client.clientId);
  const found = kept === undefined ? undefined : await provider.Grant.find(kept);
  if (found !== undefined) return found;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(String(params?.scope ?? "openid"));
  await grant.save();
  return grant;
}

function claimsOf({ subject, email, name }: Account) {
  return { sub: subject, email, email_verified: true, ...(name !== undefined && { name }) };
}

function show(ctx: KoaContextWithOIDC, html: string, consoleUrl: string): void {
  ctx.set(pageHeaders(consoleUrl));
  ctx.body = html;
}
