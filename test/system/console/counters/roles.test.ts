import { expect, test } from "vitest";
import { manageCounters } from "../../../../lambdas/functions/private-api.ts";
import { testEndpoints } from "../endpoint-table.ts";
import { counterEndpoints } from "./counter-endpoints.ts";

test("every route of manage-counters is among the endpoints below", () => {
  const routes = manageCounters.routes.flatMap(({ methods, path }) =>
    methods.map((method) => `${method} ${path}`),
  );
  const tested = new Set(counterEndpoints.map(({ route }) => route));
  expect([...tested].toSorted()).toEqual(routes.toSorted());
});

testEndpoints(counterEndpoints);
