import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { bodies, hostileNames } from "../../../api/public/vectors/inputs.ts";
import { testDelivery } from "../../../core/webhooks/check/test-event.ts";
import { WebhookEventType } from "../../../core/webhooks/webhook-event.ts";

const published = (type: string) =>
  JSON.parse(readFileSync(`docs/integrators/schemas/1.0/${type}.json`, "utf8"));
const validate = (type: string, body: unknown) =>
  z.fromJSONSchema(published(type)).safeParse(body).success;

const openapi = JSON.parse(readFileSync("docs/integrators/openapi.json", "utf8"));
const examples = WebhookEventType.options.map((type) => {
  const { examples } = openapi.webhooks[type].post.requestBody.content["application/json"];
  return [`the example of ${type}`, examples.event.value] as const;
});
const tests = WebhookEventType.options.map((type) => {
  const endpoint = { organizationId: "org_1", endpointId: "end_00000000000000000001" };
  const made = testDelivery(endpoint, type, { nowMs: 1.8e12, randomBase62: (n) => "0".repeat(n) });
  return [`the test delivery of ${type}`, JSON.parse(made.body)] as const;
});
const known = Object.entries(bodies).filter(([name]) => !name.startsWith("an event type"));
const vectors = [...known, ...hostileNames].map(
  ([name, text]) => [name, JSON.parse(text)] as const,
);

test.each([...examples, ...tests, ...vectors])("the body of %s matches its schema", (_, body) => {
  expect(validate(body.type, body)).toBe(true);
});

test.each(WebhookEventType.options)("a body that is not one of %s is invalid", (type) => {
  const body = Object.fromEntries(examples)[`the example of ${type}`];
  for (const field of Object.keys(body)) {
    const { [field]: _, ...rest } = body;
    expect(validate(type, rest), `without ${field}`).toBe(false);
  }
  for (const field of Object.keys(body.data)) {
    const { [field]: _, ...data } = body.data;
    expect(validate(type, { ...body, data }), `without data.${field}`).toBe(false);
  }
  expect(validate(type, { ...body, type: "counter.archived" })).toBe(false);
  expect(validate(type, { ...body, createdAt: "yesterday" })).toBe(false);
  expect(validate(type, { ...body, data: { ...body.data, lastEventId: 1.5 } })).toBe(false);
});

test("a schema's id names its type and version, and no deployment", () => {
  for (const type of WebhookEventType.options) {
    const { $id, title } = published(type);
    expect([$id, title]).toEqual([`urn:counting-service:events:1.0:${type}`, type]);
  }
});
