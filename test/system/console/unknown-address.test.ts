import { expect, test } from "vitest";
import { askConsole } from "../service.ts";

test.each([
  ["text/html,application/xhtml+xml,*/*;q=0.8", "/nothing", "text/html; charset=utf-8"],
  ["text/html", "/api/nothing", "application/json"],
  ["application/json", "/nothing", "application/json"],
  ["*/*", "/nothing", "application/json"],
])("who accepts %s is told at %s that nothing is there, as %s", async (accept, path, type) => {
  const response = await askConsole(path, { headers: { accept } });
  expect([response.status, response.headers.get("content-type")]).toEqual([404, type]);
  expect(await response.text()).toContain(type === "application/json" ? "error" : "<h1>");
});
