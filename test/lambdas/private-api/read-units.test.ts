import { expect, test } from "vitest";
import { consoleSurface } from "../../../lambdas/functions/console.ts";
import { readUnits, readUnitsOf } from "../../../lambdas/private-api/read-units.ts";

test("every route that counts for more exists, and what only writes counts for nothing", () => {
  const routes = consoleSurface.functions.flatMap(({ routes }) =>
    routes.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)),
  );
  expect(Object.keys(readUnits).filter((key) => !routes.includes(key))).toEqual([]);
  expect(readUnitsOf("GET /api/counters/{counterId}")).toBe(5);
  const taps = "POST /api/organizations/{organizationId}/counters/{counterId}/taps";
  expect(readUnitsOf(taps)).toBe(0);
});
