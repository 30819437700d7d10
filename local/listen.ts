import type { Server } from "node:net";
import * as z from "zod";
import { StartError } from "./start-error.ts";

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

/** The error for a port that someone else has, and the way out. */
export function takenPort(port: number, what: string, cause: unknown): StartError {
  return new StartError(
    `Port ${port}, wanted for ${what}, is taken by another program. Stop that program, or choose ` +
      "another port for it (0 means any free one).",
    { cause },
  );
}

/** The error code of a system call, such as EADDRINUSE. */
export function systemErrorCode(error: unknown): string | undefined {
  const parsed = z.object({ code: z.string() }).safeParse(error);
  return parsed.success ? parsed.data.code : undefined;
}

const Address = z.object({ port: z.number() });
