import { DeleteItemCommand } from "@aws-sdk/client-dynamodb";
import { addressName, limitItem, unknownLinkLimit } from "../../../core/rate-limits.ts";
import { client, outputs } from "../service.ts";

/**
 * Asks from this machine's address, again when the address has opened too many unknown links in this
 * minute: other tests do, at the same time, and all share the address.
 */
export async function askUnlimited(ask: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await ask();
    if (response.status !== 429 || attempt === 20) return response;
    await forgetUnknownLinks();
  }
}

/** As if nobody had opened an unknown link in this minute. */
async function forgetUnknownLinks(): Promise<void> {
  for (const address of ["127.0.0.1", "::1"]) {
    const { limitKey } = limitItem(unknownLinkLimit, addressName(address), Date.now());
    const Key = { limitKey: { S: limitKey } };
    await client.send(new DeleteItemCommand({ TableName: outputs.RateLimitsTable, Key }));
  }
}

/** Opens unknown links until the address must wait; returns the response that says so. */
export async function openUntilLimited(ask: () => Promise<Response>): Promise<Response> {
  // The limit is 30 a minute; the minute can end in between, and other tests forget it.
  for (let link = 0; link < 500; link += 1) {
    const response = await ask();
    if (response.status === 429) return response;
  }
  throw new Error("nobody must wait");
}
