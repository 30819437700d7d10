import { expect, test } from "vitest";
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
