import dns from "node:dns";
import { once } from "node:events";
import { createServer } from "node:http";
import {
  type AddressInfo,
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { shareTimeAmongAddresses } from "../../adapters/address-patience.ts";
import { startFullReceiver } from "./webhooks/full-receiver.ts";

test("fetch reaches a server over a long way, although another address says nothing", async () => {
  const server = createServer((_, response) => response.end("ok")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const far = await startFullReceiver("127.0.0.8", port);
  await startFullReceiver("127.0.0.9", port);
  const before = getDefaultAutoSelectFamilyAttemptTimeout();
  const lookup = vi.spyOn(dns, "lookup") as unknown as { mockImplementation(own: unknown): void };
  const found = ["127.0.0.8", "127.0.0.9"].map((address) => ({ address, family: 4 }));
  lookup.mockImplementation((_: string, __: object, callback: (...all: unknown[]) => void) =>
    callback(null, found),
  );
  onTestFinished(() => {
    vi.restoreAllMocks();
    setDefaultAutoSelectFamilyAttemptTimeout(before);
    server.close();
    server.closeAllConnections();
  });
  shareTimeAmongAddresses(20_000);
  // The second SYN, a second after the first, finds room.
  setTimeout(far.accept, 400);
  const signal = AbortSignal.timeout(20_000);
  expect(await (await fetch(`http://far.example.com:${port}/`, { signal })).text()).toBe("ok");
});
