import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { expect, test } from "vitest";
import { ImportFileBody } from "../../../api/private/counters.ts";
import { GateToken, TapRequests } from "../../../api/private/counting.ts";
import { maximumBodyBytesOf, type Route } from "../../../api/private/route.ts";
import { privateRoutes } from "../../../api/private/routes.ts";
import { ApiError } from "../../../core/api-error.ts";
import { historyPage } from "../../../core/counters/history-page.ts";
import { oembedRequest } from "../../../core/embeds/oembed.ts";
import { maximumImportBytes } from "../../../core/limits.ts";
import { bodyOf, queryOf } from "../../../lambdas/private-api/request-parsing.ts";
import { exportedSchemas, fieldNames, hostileJson } from "./hostile-values.ts";

const schemas = await exportedSchemas();
const values = Object.entries(hostileJson);

const request = (sent: { body?: string; rawQueryString?: string; isBase64Encoded?: boolean }) =>
  ({ rawQueryString: "", isBase64Encoded: false, ...sent }) as APIGatewayProxyEventV2;

/** Whether it is parsed, or refused with a 400 or 413; anything else is thrown on. */
function isAccepted(what: string, parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof ApiError && [400, 413].includes(error.status)) return false;
    throw new Error(`${what} is neither a 400 nor a 413`, { cause: error });
  }
}

test("the schemas and their fields are found", () => {
  expect(schemas.map(([name]) => name)).toEqual(
    expect.arrayContaining(["GateToken", "TapRequests", "NewEndpoint", "MemberChange"]),
  );
  expect(fieldNames(TapRequests)).toEqual(["taps", "id", "direction", "tappedAt"]);
});

test.each(schemas)("%s accepts or refuses whatever is sent", (_, schema) => {
  const names = fieldNames(schema);
  // A field of a list or object within the body is reached through those around it.
  const flooded = (json: string) => `{${names.map((name) => `"${name}":${json}`).join()}}`;
  for (const [what, json] of values) {
    const inside = json.length < 1_000 ? [flooded(json), `[${flooded(json)}]`].map(flooded) : [];
    for (const body of [json, flooded(json), ...inside])
      isAccepted(what, () => bodyOf(request({ body }), schema, 1_000_000));
    const value = encodeURIComponent(json.slice(0, 20_000));
    const rawQueryString = names.map((name) => `${name}=${value}`).join("&");
    isAccepted(what, () => queryOf(request({ rawQueryString }), schema));
  }
});

test("a gate's link with a length that is no number is refused", () => {
  const body = `{"token":${hostileJson["a length that is no number"]}}`;
  expect(() => bodyOf(request({ body }), GateToken, 1_000)).toThrow("Invalid request");
});

test.each([
  ["an ordinary body that is too long", GateToken, `{"token":"${"a".repeat(16_384)}"}`],
  ["brackets in the place of a file", ImportFileBody, "[".repeat(5_000_000)],
  ["members in the place of a file", ImportFileBody, `{${'"":1,'.repeat(900_000)}"":1}`],
])("%s is refused before it is parsed", (_, schema, body) => {
  const [route] = Object.values<Route>(privateRoutes).filter((one) => one.body === schema);
  const maximum = maximumBodyBytesOf(route ?? {});
  const sent = [request({ body }), request({ body: btoa(body), isBase64Encoded: true })];
  for (const each of sent) {
    expect(() => bodyOf(each, schema, maximum)).toThrow(expect.objectContaining({ status: 413 }));
  }
});

test("a file of the greatest size is taken", () => {
  const file = Buffer.alloc(maximumImportBytes).toString("base64");
  const body = JSON.stringify({ file, createGroups: false });
  const { maximumBodyBytes } = privateRoutes["POST /api/setup/{organizationId}/imports/preview"];
  expect(bodyOf(request({ body }), ImportFileBody, maximumBodyBytes).file).toBe(file);
});

test.each(values)("the queries of the read API and of oEmbed with %s", (what, value) => {
  const query = { limit: value, beforeEventId: value };
  expect(isAccepted(what, () => historyPage(query))).toBe(false);
  const embed = new URLSearchParams({ url: value, maxwidth: value, maxheight: value });
  expect(isAccepted(what, () => oembedRequest(embed))).toBe(false);
});
