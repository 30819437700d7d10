import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { localServiceFile } from "../../../../adapters/local-service.ts";
import type { HttpEvent } from "../../../../lambdas/http/message.ts";
import { viewerAddress } from "../../../../lambdas/private-api/viewer-address.ts";
import { dataDir, stubFunctionEnvironment } from "../../service.ts";

const read = (file: string) => JSON.parse(readFileSync(join(dataDir, file), "utf8"));
const { endpoints } = z
  .object({ endpoints: z.object({ secrets: z.url() }) })
  .parse(read(localServiceFile));
stubFunctionEnvironment({ AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secrets });
afterAll(() => vi.unstubAllEnvs());

const secrets = Object.entries(z.record(z.string(), z.string()).parse(read("secrets.json")));
const [name = "", secret = ""] = secrets.find(([id]) => id.includes("OriginSecret")) ?? [];
const addressOf = viewerAddress(name);

/** The address of a request that reaches the function from 192.0.2.1, with these headers. */
function ofRequest(headers: Record<string, string>): Promise<string> {
  const requestContext = { http: { sourceIp: "192.0.2.1" } };
  return addressOf({ headers, requestContext } as unknown as HttpEvent);
}

test.each([
  ["198.51.100.7:46532", "198.51.100.7"],
  ["2001:db8:1:2::3:46532", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2:ffff::3]:46532", "2001:db8:1:2::/64"],
])("a viewer whom the CDN calls %s is at %s", async (said, address) => {
  const headers = { "cloudfront-viewer-address": said, "x-origin-secret": secret };
  expect(await ofRequest(headers)).toBe(address);
});

test.each([["wrong"], [""], [undefined]])(
  "an address without the CDN's secret, %j, is not believed",
  async (proof) => {
    const headers = {
      "cloudfront-viewer-address": "198.51.100.7:46532",
      ...(proof !== undefined && { "x-origin-secret": proof }),
    };
    expect(await ofRequest(headers)).toBe("192.0.2.1");
  },
);
