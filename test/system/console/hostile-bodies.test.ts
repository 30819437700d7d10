// @module-tag all
import { expect, test } from "vitest";
import { privateRoutes } from "../../../api/private/routes.ts";
import { consoleSurface } from "../../../lambdas/functions/console.ts";
import {
  exportedSchemas,
  fieldNames,
  hostileJson,
} from "../../lambdas/private-api/hostile-values.ts";
import { fetchFrom, newAddress } from "../fetch-from.ts";
import { createStaff } from "../people-service.ts";
import { askConsole, outputs } from "../service.ts";

const served = consoleSurface.functions.flatMap(({ routes }) =>
  routes.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)),
);
const routes = [...new Set([...served, ...Object.keys(privateRoutes)])]
  .filter((key) => !/^(GET|HEAD|ANY) /.test(key))
  .map((key) => key.split(" ") as [method: string, path: string]);
const names = (await exportedSchemas()).flatMap(([, schema]) => fieldNames(schema));
const staff = await createStaff();

/** Sends text that no client could make of a value, as the console's own page would. */
function send(method: string, path: string, body: string): Promise<Response> {
  const where = path
    .replace("{organizationId}", staff.organization.id)
    .replace("{counterId}", staff.counter.id)
    .replace("{memberId}", staff.member.member.id)
    .replace(/\{\w+\}/g, "x");
  const headers = {
    "content-type": "application/json",
    origin: outputs.ConsoleUrl,
    cookie: staff.owner.cookie,
  };
  const url = `${outputs.ConsoleUrl}${where}`;
  return fetchFrom(newAddress(), url, { method, headers, body });
}

test.each(routes)("%s %s refuses what parsing throws on with a 4xx", async (method, path) => {
  for (const what of ["a length that is no number", "deep arrays", "half a character", "nothing"]) {
    const json = hostileJson[what] ?? "";
    const fields = json.length < 1_000 ? names : ["token", "name", "taps", "settings"];
    const flooded = `{${fields.map((name) => `"${name}":${json}`).join()}}`;
    for (const body of [json, flooded]) {
      const { status } = await send(method, path, body);
      expect([what, status < 500]).toEqual([what, true]);
    }
  }
});

test("without a session, a gate's link with a length that is no number is a 400", async () => {
  const body = { token: { length: { toString: 1, valueOf: 2 } } };
  const response = await askConsole("/api/gates/open", { method: "POST", body });
  expect([response.status, await response.json()]).toMatchObject([400, { code: "INVALID_BODY" }]);
});
