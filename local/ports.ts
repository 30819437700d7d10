import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { StartError } from "local-aws";
import * as z from "zod";

/** Listens on 127.0.0.1 and returns the port; 0 asks for any free one. */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen({ port, host: "127.0.0.1" });
  await once(server, "listening");
  return Address.parse(server.address()).port;
}

const attemptsForFreePort = 5;

/**
 * Listens on both loopback addresses, for `localhost` can mean either, with a server each; returns
 * the port. 0 asks for any that is free on both.
 */
export async function listenOnLoopback(newServer: () => Server, port: number): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const first = newServer();
    const bound = await listen(first, port);
    try {
      const second = newServer();
      second.listen({ port: bound, host: "::1" });
      await once(second, "listening");
      return bound;
    } catch (cause) {
      if (isMissing("::1", cause)) return bound;
      await new Promise((closed) => first.close(closed));
      if (port !== 0 || attempt === attemptsForFreePort) throw cause;
    }
  }
}

/** Whether nobody listens on this port. */
export async function isFree(port: number): Promise<boolean> {
  return await checkPort(port, "").then(
    () => true,
    () => false,
  );
}

/** Throws a StartError that names `option` when the port cannot be used now. */
export async function checkPort(port: number, option: string): Promise<void> {
  if (port === 0) return;
  for (const host of ["127.0.0.1", "::1"]) {
    const server = createServer();
    server.listen({ port, host });
    try {
      await once(server, "listening");
    } catch (cause) {
      if (isMissing(host, cause)) continue;
      throw unusablePort(port, option, cause);
    }
    await new Promise((closed) => server.close(closed));
  }
}

const responseTimeoutMs = 5_000;

/** Throws a StartError when the DynamoDB of DYNAMODB_ENDPOINT does not respond, whatever it says. */
export async function checkDynamodb(endpoint: string, stopping: AbortSignal): Promise<void> {
  try {
    const timeout = AbortSignal.timeout(responseTimeoutMs);
    const response = await fetch(endpoint, { signal: AbortSignal.any([stopping, timeout]) });
    await response.body?.cancel();
  } catch (cause) {
    stopping.throwIfAborted();
    const { cause: inner, message } = cause instanceof Error ? cause : new Error(String(cause));
    // fetch refuses some ports, which the SDK does not.
    if (inner instanceof Error && inner.message === "bad port") return;
    const reason = systemErrorCode(inner) ?? message;
    throw new StartError(`DYNAMODB_ENDPOINT ${endpoint} does not respond: ${reason}`, { cause });
  }
}

/** The error for a port that cannot be used. */
export function unusablePort(port: number, option: string, cause: unknown): StartError {
  const code = systemErrorCode(cause);
  const reason =
    code === "EADDRINUSE"
      ? "is taken by another program"
      : code === "EACCES"
        ? "may not be used by this user"
        : `cannot be used (${code ?? String(cause)})`;
  return new StartError(`Port ${port} ${reason}: choose another with ${option}.`, { cause });
}

/** The error code of a system call, such as EADDRINUSE. */
export function systemErrorCode(error: unknown): string | undefined {
  const parsed = z.object({ code: z.string() }).safeParse(error);
  return parsed.success ? parsed.data.code : undefined;
}

/** A machine without IPv6 does not resolve localhost to it. */
const isMissing = (host: string, cause: unknown) =>
  host === "::1" && systemErrorCode(cause) !== "EADDRINUSE";

const Address = z.object({ port: z.number() });
