import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { auditPut } from "../../../adapters/audit/dynamodb-audit-log.ts";
import { transact } from "../../../adapters/aws/dynamodb-transaction.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import type { AuditAction } from "../../../core/audit/audit-action.ts";
import { newAuditEntry } from "../../../core/audit/audit-entry.ts";
import { allAt, runHere, writeRuntime } from "../../bin/ops/run-ops.ts";
import { client, createOrganization, outputs, stores } from "../../system/service.ts";
import { faultProxy } from "../fault-proxy.ts";

async function recordAt(organizationId: string, nowMs: number) {
  const actor = { kind: "operator", id: null, name: "anna" } as const;
  const target = { kind: "counter", id: "ctr_1", name: "N\"<b>&'\u202e🚪" };
  const details = { before: null, after: { name: "\u0000", goalTarget: 1e-7, groupId: null } };
  const entry = newAuditEntry(
    { organizationId, actor, action: "counter.update", target, ...details },
    { nowMs, randomBase62 },
  );
  await stores.auditLog.record(entry);
  return entry;
}

test("entries are read as they were written, newest first, and expire", async () => {
  const { id: organizationId } = await createOrganization("free");
  const nowMs = Date.now();
  const old = await recordAt(organizationId, nowMs - 1_000);
  const same = [await recordAt(organizationId, nowMs), await recordAt(organizationId, nowMs)];
  const newest = same.toSorted((a, b) => (a.key < b.key ? 1 : -1));
  const page = await stores.auditLog.list({ organizationId, limit: 100 });
  expect(page).toEqual({ entries: [...newest, old], next: null });
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: outputs.AuditEntriesTable,
      Key: marshall({ organizationId, entryKey: old.key }),
    }),
  );
  const expiresAt = (nowMs - 1_000 + 365 * 86_400_000) / 1_000;
  expect(unmarshall(Item ?? {}).expiresAt).toBe(Math.ceil(expiresAt));
});

test("a page that would begin before the time that is asked for is empty", async () => {
  const { id: organizationId } = await createOrganization("free");
  const nowMs = Date.now();
  const { key: from } = await recordAt(organizationId, nowMs - 60_000);
  const page = await stores.auditLog.list({ organizationId, from, sinceMs: nowMs, limit: 10 });
  expect(page).toEqual({ entries: [], next: null });
});

test("a verb whose entry cannot be written shows no key, changes nothing and fails", async () => {
  const proxy = await faultProxy(({ operation, input }) =>
    /Put|Write/.test(operation) && JSON.stringify(input).includes(outputs.AuditEntriesTable)
      ? { error: "ValidationException" }
      : undefined,
  );
  const folder = await mkdtemp(join(tmpdir(), "audit-"));
  const dataDir = join(folder, "data");
  await writeRuntime(dataDir, {
    pid: process.pid,
    outputs,
    endpoints: allAt(proxy.endpoint),
  });
  const { id } = await createOrganization("pro");
  const words = ["key", "create", "--org", id, "--name", "Website"];
  const target = ["--local", "--data-dir", dataDir, "--json"];
  const { exitCode, stdout, stderr } = await runHere([...words, ...target]);
  await proxy.close();
  await rm(folder, { recursive: true });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(stderr).not.toContain("_live_");
  expect(await stores.apiKeys.list(id)).toEqual([]);
});

/** An entry a second, the newest last; `action` says what each is. */
async function recordMany(
  organizationId: string,
  count: number,
  action: (index: number) => AuditAction,
) {
  const entries = Array.from({ length: count }, (_, index) =>
    newAuditEntry(
      {
        ...{ organizationId, action: action(index), before: null, after: { index } },
        actor: { kind: "operator", id: null, name: "test" },
        target: { kind: "counter", id: null, name: null },
      },
      { nowMs: Date.UTC(2040, 0, 1) + index * 1_000, randomBase62 },
    ),
  );
  for (let start = 0; start < count; start += 100) {
    const some = entries.slice(start, start + 100);
    await transact(
      client,
      some.map((entry) => auditPut(outputs.AuditEntriesTable, entry)),
    );
  }
  return entries;
}

test("a page whose filter leaves nothing ends after 1,000 entries, and the next goes on from there", async () => {
  const { id: organizationId } = await createOrganization("pro");
  const [wanted] = await recordMany(organizationId, 1_201, (index) =>
    index === 0 ? "key.create" : "counter.update",
  );
  const query = { organizationId, action: "key", limit: 10 };
  const first = await stores.auditLog.list(query);
  expect(first.entries).toEqual([]);
  expect(first.next).not.toBeNull();
  const second = await stores.auditLog.list({ ...query, from: first.next ?? "" });
  expect(second).toEqual({ entries: [wanted], next: null });
});
