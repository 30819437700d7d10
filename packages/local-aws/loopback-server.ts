import { once } from "node:events";
import { createServer, type Server } from "node:net";
import * as z from "zod";
import { StartError, systemErrorCode } from "./start-error.ts";

/** Listens on a loopback address and returns the port; 0 asks for any free one. */
export async function listen(server: Server, port: number, host = "127.0.0.1"): Promise<number> {
  server.listen({ port, host });
  await once(server, "listening");
  return Address.parse(server.address()).port;
}

/** A port that is free now; another program can still take it. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The error for a port that cannot be used. */
export function unusablePort(port: number, what: string, cause: unknown): StartError {
  const code = systemErrorCode(cause) ?? String(cause);
  const reason = code === "EADDRINUSE" ? "is taken by another program" : `cannot be used (${code})`;
  return new StartError(`Port ${port}, wanted for ${what}, ${reason}.`, {
    remedy: "other-port",
    cause,
  });
}

const Address = z.object({ port: z.number() });
