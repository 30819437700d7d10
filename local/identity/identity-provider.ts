import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { DemoPerson } from "../demo/people.ts";
import { isFree, listenOnLoopback, unusablePort } from "../ports.ts";
import type { Account } from "./account.ts";
import { interact } from "./interaction.ts";
import { type KeptIdentity, keepIdentity, keptIdentity } from "./kept-identity.ts";
import { newProvider, signInPath } from "./provider.ts";

interface IdentityOptions {
  /** Where its keys are kept. */
  folder: string;
  /** 0 means any free one; the same as last time if it is free. */
  port: number;
}

interface Serving {
  consoleUrl: string;
  /** Who can sign in with one click. */
  people: readonly DemoPerson[];
}

type Respond = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A running OpenID provider on this machine; it serves once it knows the console's URL. */
export interface IdentityProvider extends AsyncDisposable {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Under this ARN the service reads the client secret. */
  clientSecretArn: string;
  serve(serving: Serving): void;
}

/**
 * Starts the provider on loopback. Everybody is believed to be who they say they are: it is for
 * trying out and for tests.
 */
export async function startIdentityProvider(options: IdentityOptions): Promise<IdentityProvider> {
  const kept = keptIdentity(options.folder);
  let respond: Respond = (_, response) => response.writeHead(503).end();
  const handle: Respond = (request, response) => respond(request, response);
  const { servers, port } = await bind(handle, options, kept);
  const host = `localhost:${port}`;
  const issuer = `http://${host}`;
  const clientId = "counting-service";
  return {
    issuer,
    clientId,
    clientSecret: kept.clientSecret,
    clientSecretArn:
      "arn:aws:secretsmanager:us-east-1:000000000000:secret:local-identity-client-local0",
    serve(serving) {
      respond = responder({ ...serving, issuer, host, clientId, kept });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map(close));
    },
  };
}

interface Responding extends Serving {
  issuer: string;
  host: string;
  clientId: string;
  kept: KeptIdentity;
}

function responder({ host, people, ...options }: Responding): Respond {
  const accounts = new Map<string, Account>();
  const provider = newProvider({ ...options, accounts });
  const interactions = { provider, people, accounts, consoleUrl: options.consoleUrl };
  const respond = provider.callback();
  return async (request, response) => {
    // Another name for this machine would be an attempt to read it from a page of that name.
    if (request.headers.host !== host) return void response.writeHead(421).end();
    const [path = "/"] = (request.url ?? "/").split("?");
    try {
      if (signInPath.test(path)) await interact(interactions, request, response);
      else await respond(request, response);
    } catch (error) {
      console.error("The local identity provider failed:", error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  };
}

async function bind(handle: Respond, { folder, port }: IdentityOptions, kept: KeptIdentity) {
  const again = port === 0 && kept.port !== undefined && (await isFree(kept.port));
  const wanted = again ? (kept.port ?? 0) : port;
  const servers: Server[] = [];
  const newServer = () => {
    const server = createServer(handle);
    servers.push(server);
    return server;
  };
  const bound = await listenOnLoopback(newServer, wanted).catch(async (cause) => {
    await Promise.all(servers.map(close));
    throw unusablePort(wanted, "--identity-port", cause);
  });
  if (port === 0 && kept.port !== bound) keepIdentity(folder, { ...kept, port: bound });
  return { servers, port: bound };
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
