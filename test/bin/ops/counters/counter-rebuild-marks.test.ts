import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import type { StoredCounter } from "../../../../core/counters/counter.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);
const { client, outputs, stores } = service;

async function counted(organization: Awaited<ReturnType<typeof service.createOrganization>>) {
  const counter = await service.createCounter(organization);
  for (const direction of ["up", "up", "down"] as const) await service.tapOnce(counter, direction);
  return counter;
}

const target = ({ organizationId, id: targetId }: StoredCounter) => ({ organizationId, targetId });

async function days(counter: StoredCounter) {
  const page = { resolution: "day" as const, at: "2020-01-01T00:00:00.000Z", limit: 10 };
  return await stores.markReader.from(target(counter), page);
}

test("rebuild-marks draws counters anew, says how much it read and wrote, and is recorded", async () => {
  const organization = await service.createOrganization("pro");
  const org = ["--org", organization.id];
  const counters = [await counted(organization), await counted(organization)];
  const [counter] = counters;
  if (counter === undefined) throw new Error("no counter");
  const before = await days(counter);
  await stores.markWriter.delete(
    target(counter),
    "day",
    before.map(({ at }) => at),
  );
  // As an earlier version has left it.
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.CountersTable,
      Key: { organizationId: { S: organization.id }, counterId: { S: counter.id } },
      UpdateExpression: "REMOVE ups, downs, late, lastCountAt",
    }),
  );
  const one = await json("counter", "rebuild-marks", counter.id, ...org);
  expect(one).toEqual({ counters: 1, events: 3, marks: expect.any(Number), removed: 0 });
  const [first] = await days(counter);
  expect(first).toMatchObject({ at: before[0]?.at, level: 0n, ups: -2n, downs: -1n, position: 1 });
  const all = await json("counter", "rebuild-marks", "--all", ...org);
  expect(all).toMatchObject({ counters: 2, events: 6 });
  const last =
    counters
      .map(({ id }) => id)
      .toSorted()
      .at(-1) ?? "";
  const rest = await json("counter", "rebuild-marks", "--all", "--from", last, ...org);
  expect(rest).toMatchObject({ counters: 1, events: 3 });
  const { entries } = await json("audit", "list", ...org);
  expect(entries[0]).toMatchObject({ action: "counter.rebuild-marks", after: { events: 3 } });
});

test.each([
  [[], /specify either counter ids or --all/],
  [["ctr_0123456789ABCDEFGHIJ", "--all"], /specify either counter ids or --all/],
  [["ctr_0123456789ABCDEFGHIJ", "--from", "x"], /--from goes with --all/],
  [["ctr_0123456789ABCDEFGHIJ"], /has no counter with the id/],
])("rebuild-marks %j is refused", async (args, sentence) => {
  const organization = await service.createOrganization("pro");
  const refused = await run("counter", "rebuild-marks", ...args, "--org", organization.id);
  expect(refused).toMatchObject({ stderr: expect.stringMatching(sentence) });
  expect(refused.exitCode).not.toBe(0);
});
