import { expect, test } from "vitest";
import type { AuditEntry } from "../../../../core/audit/audit-entry.ts";
import { restoreEntries } from "../../../../core/data/restore/restore-entries.ts";
import { operator } from "../../audit/operator.ts";

test("each organization gets its entry of the end, also after one that cannot be written", async () => {
  const recorded: AuditEntry[] = [];
  const ports = {
    clock: { now: () => 0 },
    randomBase62: (length: number) => "0".repeat(length),
    auditLog: {
      async record(entry: AuditEntry) {
        if (entry.organizationId === "org_1") throw new Error("no audit log");
        recorded.push(entry);
      },
    },
  };
  const entries = restoreEntries(ports, operator, { table: "Counters", from: "restored-Counters" });
  await entries.begin("org_2");
  const written = new Map([
    ["org_1", 5],
    ["org_2", 7],
  ]);
  await expect(entries.end(written)).rejects.toThrow("no audit log");
  const own = { organizationId: "org_2", target: { kind: "table", id: "Counters", name: null } };
  const from = "restored-Counters";
  expect(recorded).toMatchObject([
    { ...own, action: "data.begin-restore", before: null, after: { from } },
    { ...own, action: "data.restore", before: null, after: { items: 7, from } },
  ]);
});
