import { randomInt } from "node:crypto";
import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { addressName, limitItem, signInLimit } from "../../../../core/rate-limits.ts";
import { eventually } from "../../../eventually.ts";
import { client, newAddress, outputs, viewedFrom } from "../../service.ts";

const begin = (headers: Record<string, string>) =>
  fetch(`${outputs.ConsoleUrl}/sign-in`, { redirect: "manual", headers });

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
  const headers = viewedFrom(newAddress());
  // The clock's minute may end in between.
  const limited = await eventually("a limit", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => await begin(headers)),
    );
    return statuses.find(({ status }) => status === 429);
  });
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(limited.headers.get("content-type")).toContain("text/html");
  expect(await limited.text()).toContain("Too many requests in this minute");
  expect(limited.headers.getSetCookie()).toEqual([]);
  expect((await begin(viewedFrom(newAddress()))).status).toBe(302);
});

test("the address that the CDN names is counted", async () => {
  const address = newAddress();
  await begin(viewedFrom(address));
  expect(await counted(address)).toBe(1);
});

test("the addresses of one IPv6 network are counted as one", async () => {
  const network = `2001:db8:${randomInt(65_536).toString(16)}:1`;
  await begin(viewedFrom(`${network}::1`));
  await begin(viewedFrom(`[${network}:ffff::2]`));
  expect(await counted(`${network}::3`)).toBe(2);
});

test.each(["wrong", ""])(
  "an address without the CDN's secret, %j, is not believed",
  async (secret) => {
    const address = newAddress();
    const response = await begin({ ...viewedFrom(address), "x-origin-secret": secret });
    expect(response.status).toBe(302);
    expect(await counted(address)).toBe(0);
  },
);

test.each(["image", "iframe", "script", "style", "empty", "object", "x"])(
  "a sign-in that a page embeds, as %s, is refused and uses up nothing of the address",
  async (destination) => {
    const address = newAddress();
    const response = await begin({ ...viewedFrom(address), "sec-fetch-dest": destination });
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
    expect(await response.text()).toContain("Signing in works only in a window of its own");
    expect(await counted(address)).toBe(0);
  },
);

test("a sign-in that a person opens is counted", async () => {
  const address = newAddress();
  const response = await begin({ ...viewedFrom(address), "sec-fetch-dest": "document" });
  expect(response.status).toBe(302);
  expect(await counted(address)).toBe(1);
});
