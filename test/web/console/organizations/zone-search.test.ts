import { expect, test } from "vitest";
import { TimeZone } from "../../../../core/time-zone-name.ts";
import { zoneChoices, zonesFor } from "../../../../web/console/organizations/zone-search.ts";

const options = zoneChoices("Asia/Kolkata").map((value) => ({ value }));

test.each([
  ["germany", ["Europe/Berlin", "Europe/Busingen"]],
  ["sao paulo", ["America/Sao_Paulo"]],
  ["São Paulo", ["America/Sao_Paulo"]],
  ["kolk", ["Asia/Kolkata"]],
  ["ukraine", ["Europe/Kyiv", "Europe/Simferopol"]],
  ["us/east", ["US/East-Indiana", "US/Eastern"]],
  ["Nowhere", []],
])("%s finds %j", (typed, found) => {
  expect(
    zonesFor(typed, options)
      .map(({ value }) => value)
      .sort(),
  ).toEqual(found);
});

test("every choice is a name that the service accepts, once", () => {
  expect(options.filter(({ value }) => !TimeZone.safeParse(value).success)).toEqual([]);
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
  expect(options.length).toBeGreaterThan(550);
});
