import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { fullOrganization } from "../full-organization.ts";
import { itemsWith } from "../restored-table.ts";
import { askConsole, dataDir } from "../service.ts";

const Template = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Properties: z
        .object({
          TimeToLiveSpecification: z.object({ AttributeName: z.string() }).exactOptional(),
        })
        .default({}),
    }),
  ),
});

/** The attribute by which DynamoDB removes items, by the table's name. */
function expiringTables(): [name: string, attribute: string][] {
  const file = join(dataDir, "cdk.out", "CountingService.template.json");
  const { Resources } = Template.parse(JSON.parse(readFileSync(file, "utf8")));
  return Object.entries(Resources).flatMap(([id, { Properties }]) => {
    const attribute = Properties.TimeToLiveSpecification?.AttributeName;
    return attribute === undefined ? [] : [[id.replace(/^Tables|[0-9A-F]{8}$/g, ""), attribute]];
  });
}

const longestDays = 366;

/** In milliseconds, a time to live is ignored: DynamoDB removes nothing 50,000 years from now. */
test("whatever expires does so in seconds from now, within a year and a day", async () => {
  await fullOrganization();
  // Counted against a limit.
  await askConsole("/sign-in");
  const tables = expiringTables();
  expect(tables.length).toBeGreaterThan(5);
  const nowSeconds = Date.now() / 1_000;
  for (const [name, attribute] of tables) {
    const times = (await itemsWith(name, `"${attribute}"`)).map((item) => item[attribute]?.N);
    const left = times.map((time) => (Number(time) - nowSeconds) / 86_400);
    // Other tests write what has expired, too.
    expect(Math.max(...left), name).toBeGreaterThan(0);
    expect(
      left.filter((days) => !(days < longestDays)),
      name,
    ).toEqual([]);
  }
});
