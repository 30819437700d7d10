import { createServer } from "node:net";
import * as z from "zod";

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
