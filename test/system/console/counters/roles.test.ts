import { expect, test } from "vitest";
import { privateRoutes } from "../../../../api/private/routes.ts";
import { testEndpoints } from "../endpoint-table.ts";
import { counterEndpoints } from "./counter-endpoints.ts";

test("every route of manage-counters is among the endpoints below", () => {
  const routes = Object.keys(privateRoutes).filter((key) => key.includes(" /api/setup/"));
  const tested = new Set(counterEndpoints.map(({ route }) => route));
  expect([...tested].toSorted()).toEqual(routes.toSorted());
});

testEndpoints(counterEndpoints);
