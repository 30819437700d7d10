import middy from "@middy/core";
import type { Context } from "aws-lambda";
import { expect, test } from "vitest";
import * as z from "zod";
import type { HttpFunction, Surface } from "../../../lambdas/functions/definition.ts";
import { errorResponse } from "../../../lambdas/http/error-response.ts";
import type { Respond } from "../../../lambdas/http/http-handler.ts";
import type { HttpEvent, HttpResponse } from "../../../lambdas/http/message.ts";
import { refuseHandler } from "../../../lambdas/http/refuse-handler.ts";

const definition = { folder: "api", environment: z.object({}) } as const;
const served = (name: string, routes: HttpFunction["routes"]) => ({ ...definition, name, routes });

const surface: Surface = {
  name: "api",
  functions: [
    served("list", [{ methods: ["GET", "HEAD"], path: "/items" }]),
    served("create", [{ methods: ["POST"], path: "/items" }]),
    served("change", [
      { methods: ["PUT", "PATCH"], path: "/items/{itemId}" },
      { methods: ["DELETE"], path: "/items/{itemId}" },
    ]),
    served("pages", [{ methods: ["GET"], path: "/pages/{page+}" }]),
    served("area", [{ methods: ["ANY"], path: "/area/{proxy+}" }]),
    served("import", [{ methods: ["POST"], path: "/items/import.csv" }]),
  ],
  refuse: { ...definition, name: "refuse" },
};

/** Only the part of the HTTP wrapper that matters here: without logs and metrics. */
const wrap = (respond: Respond) =>
  middy<HttpEvent, HttpResponse>()
    .use(errorResponse())
    .handler((event, context) =>
      respond(event, { startedMs: 0, responseHeaders: {}, damaged: [] }, context),
    );

async function refused(method: string, rawPath: string) {
  const requestContext = { requestId: "r", routeKey: "$default", http: { method } };
  const event = { rawPath, headers: {}, requestContext } as unknown as HttpEvent;
  const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
  const { statusCode, headers, body } = await refuseHandler(surface, wrap)(event, context);
  return { status: statusCode, allow: headers?.allow, body: JSON.parse(body ?? "") };
}

test.each([
  ["PUT", "/items", "GET, HEAD, POST", "GET, HEAD, and POST"],
  ["GET", "/items/1", "PUT, PATCH, DELETE", "PUT, PATCH, and DELETE"],
  ["POST", "/pages/a/b", "GET", "GET"],
  ["GET", "/items/import.csv", "PUT, PATCH, DELETE, POST", "PUT, PATCH, DELETE, and POST"],
])("%s %s is 405 and allows the methods of every function that matches", async (...parameters) => {
  const [method, path, allow, words] = parameters;
  const error = `This path accepts ${words}, not ${method}`;
  expect(await refused(method, path)).toEqual({ status: 405, allow, body: { error } });
});

test.each([
  "/",
  "/item",
  "/items/",
  "/items/1/2",
  "/items//",
  "/items/importXcsv/1",
  "/pages/",
  "/area/a/b",
])("GET %s, which no function has, is 404 without Allow", async (path) => {
  const body = { error: "This path does not exist" };
  expect(await refused("GET", path)).toEqual({ status: 404, allow: undefined, body });
});

test("a method that is no plain word is not repeated", async () => {
  const { body } = await refused("<script>", "/items");
  expect(body.error).toMatch(/not that method$/);
});
