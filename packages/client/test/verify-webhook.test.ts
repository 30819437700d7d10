import { createHmac } from "node:crypto";
import { isAlertWebhook, isCountWebhook, verifyWebhook } from "counting-client";
import { expect, test } from "vitest";
import { bytesOf, type SignedVector, vectorsOf } from "./published-vectors.ts";

const files = ["signatures", "standard-webhooks", "rotation"];
const cases = files.flatMap((file) =>
  vectorsOf<SignedVector>(file).map((vector) => [`${file}: ${vector.name}`, vector] as const),
);

const verified = (vector: SignedVector, changed: { headers?: object; body?: unknown } = {}) => {
  const { secrets, toleranceSeconds, now } = vector;
  const headers = (changed.headers ?? vector.headers) as Record<string, string>;
  const body = (changed.body ?? bytesOf(vector)) as Uint8Array;
  return verifyWebhook(body, headers, secrets, {
    tolerance: toleranceSeconds,
    now: () => now * 1_000,
  });
};

test.each(cases)("decides as the vector says: %s", async (_, vector) => {
  const result = await verified(vector);
  expect(result.verified).toBe(vector.verified);
  if (!result.verified) {
    expect(result.reason).not.toMatch(/whsec_|ctr_|dlv_|v1=/);
    return;
  }
  expect(result.event).toEqual(JSON.parse(bytesOf(vector).toString("utf8")));
  expect(result.deliveryId).toMatch(/^dlv_/);
});

const first = vectorsOf<SignedVector>("signatures")[0] as SignedVector;
const nodeHeaders = Object.entries(first.headers).map(([name, value]) => [
  name.toLowerCase(),
  value,
]);

test.each<[string, { headers?: object; body?: unknown }]>([
  ["Headers", { headers: new Headers(first.headers) }],
  ["Node.js's headers", { headers: Object.fromEntries(nodeHeaders) }],
  [
    "a list of values",
    { headers: { "X-SERVICE-SIGNATURE": Object.values(first.headers).slice(0, 1) } },
  ],
  ["a body as text", { body: first.body }],
  ["a body as ArrayBuffer", { body: new TextEncoder().encode(first.body).buffer }],
])("takes %s", async (_, changed) => {
  expect(await verified(first, changed)).toMatchObject({ verified: true });
});

test.each(["standard-webhooks", "signatures"])(
  "a line end around a secret, as a file has one, does not matter: %s",
  async (file) => {
    const vector = vectorsOf<SignedVector>(file).find((one) => one.verified) as SignedVector;
    const secrets = vector.secrets.map((secret) => ` ${secret}\r\n`);
    expect(await verified({ ...vector, secrets })).toMatchObject({ verified: true });
  },
);

test.each([[{ id: "evt" }], [[1]], [42], [null], [undefined]])(
  "says that a body was parsed before: %j",
  async (body) => {
    expect(await verifyWebhook(body as never, first.headers, first.secrets)).toEqual({
      verified: false,
      reason: "the body is neither text nor bytes: pass it as it came, before it is parsed",
    });
  },
);

test("a header that is there twice is refused", async () => {
  const [signature] = Object.values(first.headers);
  const inTwoCases = { "x-service-signature": signature, "X-Service-Signature": signature };
  const [standard] = vectorsOf<SignedVector>("standard-webhooks") as [SignedVector];
  // As Fetch and Node.js join them.
  const joined = new Headers(standard.headers);
  joined.append("webhook-signature", standard.headers["webhook-signature"] ?? "");
  expect(await verified(standard, { headers: joined })).toMatchObject({ verified: false });
  for (const headers of [{ "x-service-signature": [signature, signature] }, inTwoCases])
    expect(await verified(first, { headers })).toEqual({
      verified: false,
      reason: "no signature header in a known format",
    });
});

test.each([
  ["dlv_1-2", "dlv_1-2"],
  ["dlv\u001b[2J", ""],
  ["a".repeat(101), ""],
  ["", ""],
])(
  "of the delivery id %j, which the service's own signature does not cover, %j is returned",
  async (id, deliveryId) => {
    const headers = { ...first.headers, "X-Service-Delivery": id };
    expect(await verified(first, { headers })).toMatchObject({ verified: true, deliveryId });
  },
);

test("a tolerance that is no number accepts nothing", async () => {
  const now = () => first.now * 1_000;
  const options = { tolerance: Number.NaN, now };
  expect(await verifyWebhook(bytesOf(first), first.headers, first.secrets, options)).toMatchObject({
    verified: false,
  });
});

test("an id with a full stop is refused, since a part of the body could be moved into it", async () => {
  const [secret = ""] = first.secrets;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signedWith = (id: string) => {
    const signed = `${id}.${first.now}.${first.body}`;
    const signature = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
    return {
      ...{ "webhook-id": id, "webhook-timestamp": String(first.now) },
      "webhook-signature": signature,
    };
  };
  expect(await verified(first, { headers: signedWith("dlv_1") })).toMatchObject({ verified: true });
  expect(await verified(first, { headers: signedWith("dlv.1") })).toMatchObject({
    verified: false,
  });
});

test.each([[[]], [""], ["\n"], [[""]], [undefined as unknown as string], [["whsec_x", ""]]])(
  "without a secret (%j) it throws, whatever is signed",
  async (secrets) => {
    const body = first.body ?? "";
    await expect(verifyWebhook(body, first.headers, secrets)).rejects.toThrow(TypeError);
  },
);

test("the type of an event says which data it has", async () => {
  const named = (name: string) =>
    cases.find(([title]) => title === `signatures: ${name}`)?.[1] ?? first;
  const eventOf = async (name: string) => {
    const result = await verified(named(name));
    if (!result.verified) throw new Error(result.reason);
    return result.event;
  };
  const count = await eventOf("decrement");
  expect(isCountWebhook(count) && count.data.delta).toBe(-1);
  const alert = await eventOf("alert");
  expect(isAlertWebhook(alert) && alert.data.level).toBe(1350);
  const later = await eventOf("an event type of a later version");
  expect([isCountWebhook(later), isAlertWebhook(later)]).toEqual([false, false]);
});
