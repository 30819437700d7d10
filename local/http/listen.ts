import type { Server } from "node:net";
import * as z from "zod";
import { StartError } from "../start-error.ts";

/** Listens on 127.0.0.1 and gives the port; 0 asks for any free one. */
export function listen(server: Server, port: number, host = "127.0.0.1"): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      server.off("error", reject);
      resolve(Address.parse(server.address()).port);
    });
  });
}

/** The error for a port that cannot be had, and the way out. */
export function unusablePort(port: number, what: string, cause: unknown): StartError {
  const code = systemErrorCode(cause) ?? String(cause);
  const reason = code === "EADDRINUSE" ? "is taken by another program" : `cannot be used (${code})`;
  return new StartError(
    `Port ${port}, wanted for ${what}, ${reason}. Stop what has it, or choose another ` +
      "port with --api-port, --site-port or --receiver-port (0 means any free one).",
    { cause },
  );
}

/** The error code of a system call, such as EADDRINUSE. */
export function systemErrorCode(error: unknown): string | undefined {
  const parsed = z.object({ code: z.string() }).safeParse(error);
  return parsed.success ? parsed.data.code : undefined;
}

const Address = z.object({ port: z.number() });
