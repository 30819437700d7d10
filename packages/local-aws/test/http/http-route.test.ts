import { expect, test } from "vitest";
import { invocationRequest } from "../../http/http-api.ts";
import { matchRoute, readRouteKey } from "../../http/http-route.ts";

const routes = [
  "$default",
  "ANY /items/{proxy+}",
  "GET /items/{id}",
  "GET /items/first",
  "ANY /items/{id}/parts",
  "POST /items",
  "ANY /any",
  "GET /any",
  "GET /",
].map((key) => ({ ...readRouteKey(key), functionName: "f", functionArn: "", timeoutMs: 1 }));

test.each([
  ["GET", "/items/first", "GET /items/first"],
  ["GET", "/items/%66irst", "GET /items/first"],
  ["GET", "/items/second", "GET /items/{id}"],
  ["POST", "/items/first", "ANY /items/{proxy+}"],
  ["GET", "/items/a/b", "ANY /items/{proxy+}"],
  ["GET", "/items/a/parts", "ANY /items/{id}/parts"],
  ["POST", "/items", "POST /items"],
  ["GET", "/items", "$default"],
  ["GET", "/items/", "$default"],
  ["GET", "/any", "GET /any"],
  ["PUT", "/any", "ANY /any"],
  ["GET", "/", "GET /"],
  ["OPTIONS", "*", "$default"],
])("%s %s goes to %s", (method, path, routeKey) => {
  expect(matchRoute(routes, method, path)?.route.routeKey).toBe(routeKey);
});

test("nothing matches without $default", () => {
  expect(matchRoute(routes.slice(1), "GET", "/nowhere")).toBeUndefined();
});

test.each([
  ["GET /items/{id}", "GET/items/{id}"],
  ["ANY /items/{proxy+}", "ANY/items/{proxy+}"],
  ["$default", "$default"],
])("the route %s invokes its function as API/$default/%s", (key, path) => {
  const functionArn = "arn:aws:lambda:us-east-1:000000000000:function:f:live";
  const route = { ...readRouteKey(key), functionName: "f", functionArn, timeoutMs: 1 };
  expect(invocationRequest("api", route)).toEqual({
    action: "lambda:InvokeFunction",
    resource: functionArn,
    context: {
      "aws:sourceaccount": ["000000000000"],
      "aws:sourcearn": [`arn:aws:execute-api:us-east-1:000000000000:api/$default/${path}`],
    },
  });
});
