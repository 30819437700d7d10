import { expect, test } from "vitest";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);
const organization = await service.createOrganization("pro");
const org = ["--org", organization.id];

test("counter history is an array of the read API's events, newest first, in pages", async () => {
  const counter = await service.createCounter(organization);
  for (let tap = 0; tap < 5; tap += 1) await service.tapOnce(counter, "up", { metadata: { tap } });
  const key = { organizationId: organization.id, counterId: counter.id };
  const all = await json("counter", "history", counter.id, ...org);
  expect(all).toEqual(await service.stores.countEvents.page(key, { limit: 100 }));
  const first = await json("counter", "history", counter.id, ...org, "--limit", "2");
  expect(first).toEqual(all.slice(0, 2));
  const next = ["--limit", "2", "--before", String(first[1].lastEventId)];
  expect(await json("counter", "history", counter.id, ...org, ...next)).toEqual(all.slice(2, 4));
  expect(await json("counter", "history", counter.id, ...org, "--before", "1")).toEqual([]);
});

test("for people it is a table, and an empty one is a sentence", async () => {
  const counter = await service.createCounter(organization);
  const empty = await run("counter", "history", counter.id, ...org);
  expect(empty.stdout).toContain(
    `The counter has no count events yet; count one with: npx counting counter tap --org ${organization.id} ${counter.id} up --local`,
  );
  await service.tapOnce(counter, "down", { metadata: { gate: "north 🚪" } });
  const { stdout } = await run("counter", "history", counter.id, ...org);
  expect(stdout).toMatch(
    /^lastEventId +createdAt +eventType +delta +count +metadata\n +1 .* decrement +-1 +-1 +\{"gate":"north 🚪"\}\n$/,
  );
  const before = await run("counter", "history", counter.id, ...org, "--before", "1");
  expect(before.stdout).toBe("The counter has no count events before 1.\n");
});
