import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { isDeepStrictEqual } from "node:util";
import * as openid from "openid-client";
import type { Clock } from "../../core/clock.ts";
import { SharedIssuerError } from "./openid-errors.ts";

// Node gives each address of a name 250 ms, which is too short for a provider on another continent.
// A third of the time for a request leaves the same to the address after it.
setDefaultAutoSelectFamilyAttemptTimeout(1_000);

/** A provider has this long to respond, in seconds; a sign-in asks it up to four times. */
const timeoutSeconds = 3;

/** Metadata are read again after this time. */
const maximumAgeMs = 60 * 60_000;

/** Metadata are not read again sooner, whatever fails: nobody can cause a request for each of theirs. */
const pauseMs = 60_000;

export interface OpenidOptions {
  issuer: string;
  clientId: string;
  /** Called once per discovery. Undefined for a public client, whom PKCE alone protects. */
  readClientSecret: (() => Promise<string>) | undefined;
  clock: Pick<Clock, "now">;
  /** How the provider is asked, for tests. */
  fetch?: openid.CustomFetch;
}

interface Discovered {
  server: openid.ServerMetadata;
  secret: string | undefined;
  atMs: number;
}

/** The provider's metadata, as an instance keeps them, with the client's secret. */
export interface OpenidMetadata {
  /**
   * For one sign-in: the library keeps the provider's keys with it, and a key that is published a
   * moment before its first use must be found.
   */
  configuration(): Promise<openid.Configuration>;
  /** Reads them again; true where they have changed. At most once a minute. */
  refresh(): Promise<boolean>;
  /** Reads them again at the next use. */
  forget(): void;
}

export function openidMetadata(options: OpenidOptions): OpenidMetadata {
  const { clientId, clock } = options;
  let known: Discovered | undefined;
  let askedMs = 0;

  async function discovered(): Promise<Discovered> {
    askedMs = clock.now();
    const secret = await options.readClientSecret?.();
    known = { server: await discoverServer(options), secret, atMs: askedMs };
    return known;
  }

  async function current(): Promise<Discovered> {
    if (known === undefined) return await discovered();
    const isFresh = clock.now() - known.atMs < maximumAgeMs;
    return isFresh ? known : await later(known);
  }

  /** What is known stays in use while the provider cannot be asked. */
  async function later(before: Discovered): Promise<Discovered> {
    if (clock.now() - askedMs < pauseMs) return before;
    return await discovered().catch(() => before);
  }

  return {
    async configuration() {
      const { server, secret } = await current();
      const configuration = new openid.Configuration(
        server,
        clientId,
        undefined,
        clientAuthentication(secret),
      );
      configuration.timeout = timeoutSeconds;
      if (options.fetch) configuration[openid.customFetch] = options.fetch;
      // Tokens come from the provider itself over TLS; their signature is checked all the same.
      openid.enableNonRepudiationChecks(configuration);
      for (const allow of insecureAllowed(options)) allow(configuration);
      return configuration;
    },
    async refresh() {
      const before = known;
      if (before === undefined) return false;
      return !isDeepStrictEqual((await later(before)).server, before.server);
    },
    forget() {
      known = undefined;
    },
  };
}

/** Reads the metadata of a provider and checks whose they are. */
export async function discoverServer({
  issuer,
  clientId,
  fetch,
}: Pick<OpenidOptions, "issuer" | "clientId" | "fetch">): Promise<openid.ServerMetadata> {
  const config = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
    timeout: timeoutSeconds,
    execute: insecureAllowed({ issuer }),
    ...(fetch && { [openid.customFetch]: fetch }),
  });
  const server = config.serverMetadata();
  // Entra's `common` stands for every tenant, and would let anybody's accounts in.
  if (server.issuer.includes("{")) throw new SharedIssuerError(issuer, server.issuer);
  return { ...server };
}

/** Plain HTTP never leaves this machine: its provider may do without TLS. */
function insecureAllowed({ issuer }: Pick<OpenidOptions, "issuer">) {
  const { protocol, hostname } = new URL(issuer);
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return protocol === "http:" && loopback ? [openid.allowInsecureRequests] : [];
}

/** In the body where the provider takes it there: few decode the header as its standard says. */
function clientAuthentication(secret: string | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  return (provider, ...request) => {
    const inBody = provider.token_endpoint_auth_methods_supported?.includes("client_secret_post");
    const send = inBody ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
    return send(provider, ...request);
  };
}
