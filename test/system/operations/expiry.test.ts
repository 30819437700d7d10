import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { dynamodbListBudget } from "../../../adapters/counters/dynamodb-list-budget.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import { fullOrganization } from "../full-organization.ts";
import { itemsWith } from "../restored-table.ts";
import { askConsole, client, dataDir, tables } from "../service.ts";

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

/** In seconds, a time of this century; in milliseconds, 50,000 years from now. */
const latest = Date.UTC(2100, 0, 1) / 1_000;

/** Beside the outboxes, what an organization keeps as long as it exists. */
const isKept = ({ recipientId }: Awaited<ReturnType<typeof itemsWith>>[number]) =>
  ["channels", "weekly-report"].includes(recipientId?.S ?? "");

test("whatever expires has a time in seconds: DynamoDB ignores one that is 50,000 years away", async () => {
  const { organization, counter } = await fullOrganization();
  // Counted against limits.
  await askConsole("/sign-in");
  const takeUnits = dynamodbListBudget(client, tables, systemClock);
  await takeUnits(`org_${randomBase62(20)}`, 1);
  const expiring = expiringTables();
  expect(expiring.length).toBeGreaterThan(5);
  for (const [name, attribute] of expiring) {
    const items = await itemsWith(name, `"${attribute}"`);
    const times = items.map((item) => Number(item[attribute]?.N));
    const own = await itemsWith(name, organization.id, counter.id);
    expect(
      own.filter((item) => item[attribute] === undefined && !isKept(item)),
      name,
    ).toEqual([]);
    // Other tests have clocks of their own, and write what has expired.
    expect(Math.max(...times), name).toBeGreaterThan(Date.now() / 1_000);
    expect(
      times.filter((time) => !(Number.isInteger(time) && time < latest)),
      name,
    ).toEqual([]);
  }
});
