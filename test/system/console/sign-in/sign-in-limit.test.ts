import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { addressName, limitItem, signInLimit } from "../../../../core/rate-limits.ts";
import { eventually } from "../../../eventually.ts";
import { fetchFrom, newAddress } from "../../fetch-from.ts";
import { client, outputs } from "../../service.ts";

const begin = (address: string, headers: Record<string, string> = {}) =>
  fetchFrom(address, `${outputs.ConsoleUrl}/sign-in`, { headers });

/** How many sign-ins were counted for an address in this minute and the one before. */
async function counted(address: string): Promise<number> {
  const now = Date.now();
  const uses = [now - 60_000, now].map(async (nowMs) => {
    const { limitKey } = limitItem(signInLimit, addressName(address), nowMs);
    const Key = marshall({ limitKey });
    const { Item } = await client.send(
      new GetItemCommand({ TableName: outputs.RateLimitsTable, Key, ConsistentRead: true }),
    );
    return Item === undefined ? 0 : Number(unmarshall(Item).used);
  });
  return (await Promise.all(uses)).reduce((sum, used) => sum + used, 0);
}

test("so many sign-ins a minute are begun from one address, and then none", async () => {
  const address = newAddress();
  // The clock's minute may end in between.
  const limited = await eventually("a limit", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => await begin(address)),
    );
    return statuses.find(({ status }) => status === 429);
  });
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(limited.headers.get("content-type")).toContain("text/html");
  expect(await limited.text()).toContain("Too many requests in this minute");
  expect(limited.headers.getSetCookie()).toEqual([]);
  expect((await begin(newAddress())).status).toBe(302);
});

test("the address that the CDN names is counted, whatever the viewer says", async () => {
  const address = newAddress();
  const claimed = newAddress();
  const headers = {
    "cloudfront-viewer-address": `${claimed}:46532`,
    "x-forwarded-for": claimed,
    "x-origin-secret": "guessed",
  };
  expect((await begin(address, headers)).status).toBe(302);
  expect([await counted(address), await counted(claimed)]).toEqual([1, 0]);
});

test.each(["image", "iframe"])(
  "a sign-in that a page embeds, as %s, is refused and uses up nothing of the address",
  async (destination) => {
    const address = newAddress();
    const response = await begin(address, { "sec-fetch-dest": destination });
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
    expect(await response.text()).toContain("Signing in works only in a window of its own");
    expect(await counted(address)).toBe(0);
  },
);

test("a sign-in that a person opens is counted", async () => {
  const address = newAddress();
  const response = await begin(address, { "sec-fetch-dest": "document" });
  expect(response.status).toBe(302);
  expect(await counted(address)).toBe(1);
});
