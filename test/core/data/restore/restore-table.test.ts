import { expect, test } from "vitest";
import { restorableTable } from "../../../../core/data/restore/restorable-tables.ts";
import {
  newTally,
  type RestorePorts,
  restoreTable,
} from "../../../../core/data/restore/restore-table.ts";
import type { StoredItem } from "../../../../core/data/stored-item.ts";

const keys = restorableTable("ApiKeys") ?? expect.fail();

function key(keyId: string): StoredItem {
  return {
    ...{ keyHash: { S: keyId }, keyId: { S: keyId }, organizationId: { S: "org_1" } },
    requestsPerMinute: { N: "60" },
  };
}

/** A restored table of these pages, beside an empty live one. */
function portsOf(
  pages: StoredItem[][],
  more: Partial<RestorePorts<StoredItem>>,
): RestorePorts<StoredItem> {
  return {
    async *pages() {
      for (const [index, items] of pages.entries()) {
        yield { items, next: index === pages.length - 1 ? undefined : String(index) };
      }
    },
    live: async (items) => items.map(() => undefined),
    write: async () => true,
    logged: () => async () => ({ deleted: new Set(), roles: new Map() }),
    groupOf: async () => undefined,
    keepPace: async () => {},
    async *countsAfter() {},
    newestSettings: async () => 0,
    ...more,
  };
}

const options = {
  ...{ nowMs: 0, dryRun: false, overwrite: false, includeDeleted: false },
  ...{ isStopped: () => false, onProgress: () => {} },
  onFirstWrite: async () => {},
};

test("a key that is revoked while the restore runs stays revoked", async () => {
  const revoked = new Set<string>();
  const written: string[] = [];
  const ports = portsOf([[key("key_1")], [key("key_2")]], {
    logged() {
      const known = new Set(revoked);
      return async () => ({ deleted: known, roles: new Map() });
    },
    async write(item) {
      written.push(item.keyId?.S ?? "");
      return true;
    },
    keepPace: async () => void revoked.add("key_2"),
  });
  const { tally } = await restoreTable(ports, keys, options);
  expect(written).toEqual(["key_1"]);
  expect(tally.verdicts).toMatchObject({ missing: 1, deleted: 1 });
});

test("a write that fails ends the run only when no other is under way", async () => {
  const tally = newTally();
  const others = Promise.withResolvers<boolean>();
  const ports = portsOf([[key("key_1"), key("key_2"), key("key_3")]], {
    async write({ keyId }) {
      if (keyId?.S !== "key_2") return await others.promise;
      setImmediate(() => others.resolve(true));
      throw new Error("no capacity");
    },
  });
  await expect(restoreTable(ports, keys, options, tally)).rejects.toThrow("no capacity");
  expect(tally.putBack).toBe(2);
});

test("the first write of an organization waits for its beginning, which comes once", async () => {
  const steps: string[] = [];
  const ports = portsOf([[key("key_1"), key("key_2")], [key("key_3")]], {
    async write() {
      steps.push("write");
      return true;
    },
  });
  const begun = Promise.withResolvers<void>();
  const onFirstWrite = async (organizationId: string) => {
    setImmediate(begun.resolve);
    await begun.promise;
    steps.push(`begin ${organizationId}`);
  };
  await restoreTable(ports, keys, { ...options, onFirstWrite });
  expect(steps).toEqual(["begin org_1", "write", "write", "write"]);
});

test("nothing is written where the beginning cannot be recorded, or nothing is to be written", async () => {
  const written: unknown[] = [];
  const ports = portsOf([[key("key_1"), key("key_2")]], {
    write: async (item) => written.push(item) > 0,
  });
  const onFirstWrite = async () => {
    throw new Error("no audit log");
  };
  await expect(restoreTable(ports, keys, { ...options, onFirstWrite })).rejects.toThrow("no audit");
  await restoreTable(ports, keys, { ...options, onFirstWrite, dryRun: true });
  expect(written).toEqual([]);
});

const people = restorableTable("People") ?? expect.fail();
const members = restorableTable("Members") ?? expect.fail();
const person: StoredItem = {
  ...{ personId: { S: "per_1" }, issuer: { S: "i" }, subject: { S: "s" } },
  sessionEpoch: { N: "7" },
};
const admin: StoredItem = {
  ...{ organizationId: { S: "org_1" }, memberKey: { S: "per_1" }, memberId: { S: "mem_1" } },
  ...{ personId: { S: "per_1" }, role: { S: "admin" } },
};
const demoted = () => async () => ({
  deleted: new Set<string>(),
  roles: new Map([["mem_1", "member" as const]]),
});

/** What a restore of one item writes over the one that is there. */
async function writtenOf(
  table: typeof people,
  item: StoredItem,
  { live, overwrite = false }: { live?: StoredItem; overwrite?: boolean } = {},
) {
  const written: StoredItem[] = [];
  const ports = portsOf([[item]], {
    logged: demoted,
    live: async () => [live],
    async write(restored, { set }) {
      written.push({ ...restored, ...set });
      return true;
    },
  });
  const { tally } = await restoreTable(ports, table, { ...options, nowMs: 1_000_000, overwrite });
  return { written, tally };
}

test("a person who was lost comes back with a session epoch that none of their sessions has", async () => {
  const { written } = await writtenOf(people, person);
  expect(written).toEqual([{ ...person, sessionEpoch: { N: "1000000" } }]);
  const later = { ...person, sessionEpoch: { N: "2000000" } };
  expect((await writtenOf(people, later)).written).toMatchObject([
    { sessionEpoch: { N: "2000001" } },
  ]);
});

test("a person who is there keeps the session epoch, also with --overwrite", async () => {
  const live = { ...person, name: { S: "Ann" }, sessionEpoch: { N: "9" } };
  const { written } = await writtenOf(people, person, { live, overwrite: true });
  expect(written).toEqual([{ ...person, sessionEpoch: { N: "9" } }]);
});

test("a member who was lost comes back with the newest role of the audit log", async () => {
  const { written } = await writtenOf(members, admin);
  expect(written).toEqual([{ ...admin, role: { S: "member" } }]);
});

test("a demotion is no difference, and stays with --overwrite", async () => {
  const live = { ...admin, role: { S: "member" } };
  const same = await writtenOf(members, admin, { live, overwrite: true });
  expect([same.written, same.tally.verdicts]).toMatchObject([[], { same: 1, different: 0 }]);
  const renamed = { ...live, name: { S: "Ann" } };
  const { written, tally } = await writtenOf(members, admin, { live: renamed, overwrite: true });
  expect(written).toEqual([live]);
  expect(tally.differences.list().listed).toMatchObject([{ fields: ["name"] }]);
});
