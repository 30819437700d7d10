import { readFileSync } from "node:fs";
import { createConfig, lint } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { openapiDocument } from "../../../api/public/document.ts";
import { GatewayError } from "../../../api/public/responses.ts";
import { CountEvent, History } from "../../../core/counters/count-event.ts";
import { Counter, CounterList } from "../../../core/counters/counter.ts";
import { Oembed } from "../../../core/embeds/oembed.ts";
import { ErrorBody } from "../../../core/error-body.ts";
import { signature } from "../../../core/webhooks/signed-request.ts";
import {
  AlertEnvelope,
  CountEnvelope,
  WebhookEventType,
} from "../../../core/webhooks/webhook-event.ts";
import { get, outputs } from "../service.ts";

const kept = JSON.parse(readFileSync("docs/integrators/openapi.json", "utf8"));

test("the description in the repository is the one that the schemas make", () => {
  expect(kept).toEqual(openapiDocument());
});

test("the service serves the description with its own URLs", async () => {
  const response = await get("/api/v1/openapi.json");
  expect(response.headers.get("content-type")).toBe("application/json");
  const served = structuredClone(kept);
  served.info.description = kept.info.description.replace("{base_url}", outputs.BaseUrl);
  served.servers = [{ url: outputs.ApiUrl }];
  const { get: metadata, head } = served.paths["/api/oembed"];
  metadata.servers = head.servers = [{ url: outputs.BaseUrl }];
  expect(await response.json()).toEqual(served);
});

test("it is OpenAPI 3.1 of description version 1.0.0 and a strict public linter accepts it", async () => {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lint({ ref: "docs/integrators/openapi.json", config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  expect([kept.openapi, kept.info.version]).toEqual(["3.1.0", "1.0.0"]);
});

const schemas = {
  ...{ Counter, CounterList, CountEvent, History, Oembed },
  ...{ Error: ErrorBody, GatewayError },
};
const nameIn = (reference: string) => reference.split("/").at(-1) as keyof typeof schemas;

test("every response with a body has an example, and each is what its schema says", () => {
  const inline: object[] = Object.values(kept.paths).flatMap((path) =>
    Object.values((path as { get: { responses: object } }).get.responses),
  );
  const all = [...inline, ...Object.values<object>(kept.components.responses)];
  let checked = 0;
  for (const { content } of all as Partial<ResponseWithBody>[]) {
    // The CDN's own are HTML.
    if (content?.["application/json"] === undefined) continue;
    const { schema, examples } = content["application/json"];
    const references = "anyOf" in schema ? schema.anyOf : [schema];
    const parsers = references.map(({ $ref }) => schemas[nameIn($ref)]);
    expect(Object.keys(examples).length).toBeGreaterThan(0);
    for (const { value } of Object.values(examples)) {
      const parsed = parsers.map((parser) => parser.safeParse(value).data);
      expect(parsed).toContainEqual(value);
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThanOrEqual(12);
});

test("every webhook has an example of its body with a signature that is right", () => {
  const secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";
  for (const [type, { post }] of Object.entries<{ post: Webhook }>(kept.webhooks)) {
    const { schema, examples } = post.requestBody.content["application/json"];
    const body = examples.event?.value ?? {};
    if (!("$ref" in schema)) throw new Error("a webhook has one schema");
    const parser = schema.$ref.endsWith("/AlertWebhook") ? AlertEnvelope : CountEnvelope;
    expect(parser.parse(body)).toEqual(body);
    const example = (name: string) => post.parameters.find((p) => p.name === name)?.example ?? "";
    expect(example("X-Service-Event")).toBe(type);
    const timestamp = Number(example("X-Service-Timestamp"));
    const signed = { secret, timestamp, body: JSON.stringify(body) };
    expect(example("X-Service-Signature")).toBe(signature(signed));
    const header = post.parameters.find(({ name }) => name === "X-Service-Signature");
    expect(header?.description).toContain(secret);
  }
  expect(Object.keys(kept.webhooks)).toEqual(WebhookEventType.options);
});

test("every webhook says how to verify it", () => {
  const posts = Object.values<{ post: Webhook }>(kept.webhooks).map(({ post }) => post);
  for (const { description } of posts)
    for (const words of [
      "raw body",
      "constant time",
      "five minutes",
      "`whsec_` included",
      "event id",
    ])
      expect(description).toContain(words);
});

test("no renderer takes a part of any text for HTML", () => {
  const outsideOfCode = (text: string) => text.replace(/```[\s\S]*?```|`[^`]*`/g, "");
  const texts = textsIn(kept);
  expect(texts.length).toBeGreaterThan(80);
  expect(texts.filter((text) => /[<>]/.test(outsideOfCode(text)))).toEqual([]);
  expect(texts.join()).toContain("`t=<unix seconds>,v1=<hex>`");
});

/** Every description and summary in the document. */
function textsIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === "string" && /^(description|summary)$/.test(name) ? [value] : textsIn(value),
  );
}

test("the summary of each webhook is its event type", () => {
  const summaries = Object.values<{ post: { summary: string } }>(kept.webhooks);
  expect(summaries.map(({ post }) => post.summary)).toEqual(WebhookEventType.options);
});

test.each([
  ["Authentication", /`Authorization: Bearer <API_KEY>`/],
  ["Paging through a history", /`beforeEventId`/],
  [
    "Everything since an event",
    /every event\.[\s\S]*stop at the first[\s\S]*not higher than yours/,
  ],
  ["Polling", /304 .* counts towards the rate limit/],
  ["Limits", /minute, for each API key \| 60 \| 300 \|[\s\S]* 1,000 \| 10,000 \|/],
  ["Errors and retries", /`Retry-After`[\s\S]*`\{"message": "…"\}`[\s\S]*413[\s\S]*429[\s\S]*503/],
  ["Verifying a webhook signature", /`<t>\.<rawBody>`[\s\S]*constant time[\s\S]*five minutes/],
])("the document has a short guide: %s", (heading, words) => {
  const guides: string[] = kept.info.description.split(/^## /m);
  expect(guides.find((guide) => guide.startsWith(`${heading}\n`))).toMatch(words);
});

test("every operation has the responses that the gateway can send by itself, and 304", () => {
  const operations = Object.values<{ get: { responses: Record<string, Reference> } }>(kept.paths);
  expect(operations).toHaveLength(4);
  for (const { get } of operations) {
    expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(["304", "429", "503"]));
    expect(get.responses["503"]?.$ref).toBe("#/components/responses/Unavailable");
  }
});

test("all bodies may have fields, and events kinds, that a client does not know", () => {
  const objects = objectsIn(kept.components.schemas);
  expect(objects.length).toBeGreaterThanOrEqual(11);
  for (const schema of objects) expect(schema).not.toHaveProperty("additionalProperties");
  expect(kept.components.schemas.CountEvent.properties.eventType.enum).toBeUndefined();
  const { data, ...envelope } =
    kept.webhooks["counter.increment"].post.requestBody.content["application/json"].examples.event
      .value;
  const later = { ...envelope, data: { ...data, gate: "left" }, apiVersion: 2 };
  expect(CountEnvelope.parse(later)).toEqual({ ...envelope, data });
});

/** Every schema of an object. */
function objectsIn(part: unknown): Record<string, unknown>[] {
  if (typeof part !== "object" || part === null) return [];
  const inside = Object.values(part).flatMap(objectsIn);
  return "type" in part && part.type === "object" ? [{ ...part }, ...inside] : inside;
}

interface Webhook {
  description: string;
  parameters: { name: string; description: string; example: string }[];
  requestBody: ResponseWithBody;
}

interface Reference {
  $ref: string;
}

interface ResponseWithBody {
  content: {
    "application/json": {
      schema: Reference | { anyOf: Reference[] };
      examples: Record<string, { value: object }>;
    };
  };
}
