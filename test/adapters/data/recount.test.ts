import { beforeEach, expect, test } from "vitest";
import {
  type NumberCorrection,
  type NumberStore,
  recountOrganization,
} from "../../../core/data/recount.ts";
import { changeAudit } from "../../../core/members/member-audit.ts";
import type { Organization } from "../../../core/organizations/organization.ts";
import { operator } from "../../core/audit/operator.ts";
import { newAlert, putGroup, setAlertCount } from "../../system/alert-service.ts";
import { createMember } from "../../system/people-service.ts";
import {
  createCounter,
  createOrganization,
  setCounterCount,
  stores,
} from "../../system/service.ts";

const [numbers, roster] = stores.numberStores as [NumberStore, NumberStore];

let organization: Organization;
beforeEach(async () => {
  organization = await createOrganization("enterprise");
});

/** Recounts with these stores in place of the real ones; returns what it corrected. */
async function recount(numberStores = stores.numberStores): Promise<NumberCorrection[]> {
  const ports = { ...stores, numberStores };
  const recounted = await recountOrganization(ports, organization.id, operator);
  return recounted.result === "recounted" ? recounted.corrected : expect.fail(recounted.result);
}

const record = async () => await stores.organizations.get(organization.id);

/** The store, with work by another writer right after one of the reads; 1 is the first. */
function disturbed(store: NumberStore, after: number, work: () => Promise<unknown>): NumberStore {
  let reads = 0;
  return {
    ...store,
    async read(organizationId) {
      const read = await store.read(organizationId);
      reads += 1;
      if (reads === after) await work();
      return read;
    },
  };
}

// Two reads come before the write, and one after it.
test.each([
  [1, { before: 10, after: 2 }],
  [2, { before: 10, after: 2 }],
  [3, { before: 9, after: 1 }],
])("a counter that is created after read %i is never taken away", async (read, correction) => {
  await createCounter(organization);
  await setCounterCount(organization.id, 9);
  const create = () => createCounter(organization);
  expect(await recount([disturbed(numbers, read, create), roster])).toMatchObject([correction]);
  expect(await record()).toMatchObject({ counterCount: 2 });
});

test.each([
  [1, { before: 10, after: 1 }],
  [2, { before: 10, after: 1 }],
  [3, { before: 9, after: 0 }],
])("neither is an alert that is created after read %i", async (read, correction) => {
  const counter = await createCounter(organization);
  await setAlertCount(organization.id, 9);
  const create = () => newAlert("counter", counter);
  expect(await recount([disturbed(numbers, read, create), roster])).toMatchObject([correction]);
  expect(await record()).toMatchObject({ alertCount: 1 });
  expect(await recount()).toEqual([]);
});

test.each([
  [1, { before: 8, after: 2 }],
  [2, { before: 8, after: 2 }],
  [3, { before: 7, after: 1 }],
])("neither is a member who joins after read %i", async (read, correction) => {
  const join = () => createMember(organization, "owner");
  await join();
  const { id } = organization;
  const wrong: NumberCorrection = {
    ...{ item: "roster", id, number: "memberCount", before: 1, after: 7 },
  };
  const { revision = 0 } = (await roster.read(id)) ?? {};
  const target = { kind: "organization", id, name: "Test" };
  const change = { organizationId: id, target, before: null, after: null };
  const audit = changeAudit(stores, operator, { ...change, action: "data.repair" });
  const write = { organizationId: id, revision, corrections: [wrong], audit };
  expect(await roster.write(write)).toBe("written");
  expect(await recount([numbers, disturbed(roster, read, join)])).toMatchObject([correction]);
  expect(await roster.read(id)).toMatchObject({ wrong: [] });
});

test("another recount in between keeps the number from going back", async () => {
  await createCounter(organization);
  await setCounterCount(organization.id, 3);
  let isFirst = true;
  const others = async () => {
    if (!isFirst) return;
    isFirst = false;
    await recount();
    // The stored number is again as it was read, and right by now.
    await createCounter(organization);
    await createCounter(organization);
  };
  const late: NumberStore = {
    ...numbers,
    async write(write) {
      await others();
      return await numbers.write(write);
    },
  };
  expect(await recount([late, roster])).toEqual([]);
  expect(await record()).toMatchObject({ counterCount: 3 });
});

test("more corrections than a write takes, and a run that breaks off between them", async () => {
  const groups = await Promise.all(
    Array.from({ length: 2 * numbers.maximumCorrections + 5 }, () =>
      putGroup(organization.id, { alertCount: 2 }),
    ),
  );
  let writes = 0;
  const killed: NumberStore = {
    ...numbers,
    async write(write) {
      writes += 1;
      if (writes > 1) throw new Error("killed");
      return await numbers.write(write);
    },
  };
  await expect(recount([killed, roster])).rejects.toThrow("killed");
  // The number of groups was in the first write.
  expect(await record()).toMatchObject({ groupCount: groups.length });
  expect(await recount()).toHaveLength(groups.length + 1 - numbers.maximumCorrections);
  expect(await recount()).toEqual([]);
});
