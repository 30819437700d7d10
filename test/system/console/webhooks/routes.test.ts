import { beforeAll, expect, test } from "vitest";
import { createStaff, type Staff } from "../../people-service.ts";
import { askConsole } from "../../service.ts";

let staff: Staff;
let free: Staff;

beforeAll(async () => {
  [staff, free] = await Promise.all([createStaff(), createStaff("free")]);
});

test.each([
  ["POST", "/endpoints", {}],
  ["POST", "/endpoints", { url: "https://example.com/", events: [] }],
  ["POST", "/endpoints", { url: "https://example.com/", events: ["counter.sideways"] }],
  ["POST", "/endpoints", { url: "http://example.com/", events: ["counter.increment"] }],
  ["POST", "/endpoints", { url: "https://10.0.0.1/", events: ["counter.increment"] }],
  ["PATCH", `/endpoints/end_${"0".repeat(20)}`, { settings: {} }],
  ["POST", "/deliveries/resend", { deliveryIds: [] }],
  ["POST", "/deliveries/resend", { deliveryIds: ["dlv_x"] }],
  ["POST", "/deliveries/resend", { deliveryIds: Array(26).fill(`dlv_${"0".repeat(48)}`) }],
  ["GET", "/deliveries?state=lost", undefined],
  ["GET", "/deliveries?counter=x", undefined],
  ["GET", "/deliveries?endpoint=end_x", undefined],
  ["GET", "/deliveries?from=x", undefined],
  ["GET", "/events", undefined],
  ["GET", "/events?of=counter&counter=x", undefined],
])("%s %s %j is a request that is wrong, once the plan allows it", async (method, path, body) => {
  const send = ({ organization, owner }: Staff) =>
    askConsole(`/api/webhooks/${organization.id}${path}`, {
      cookie: owner.cookie,
      method: method as "GET",
      ...(body !== undefined && { body }),
    });
  const response = await send(staff);
  const error = { error: expect.stringMatching(/^Invalid request: /) };
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining(error)]);
  expect((await send(free)).status).toBe(403);
});
