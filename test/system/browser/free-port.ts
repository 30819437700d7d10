import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems hand out by themselves: nobody gets it while the service is down.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  for (;;) {
    const port = randomInt(20_000, 32_000);
    try {
      await once(server.listen(port, "127.0.0.1"), "listening");
      server.close();
      await once(server, "close");
      return port;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    }
  }
}
