import { expect, test } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import { AuditPageView } from "../../../../api/private/audit.ts";
import type { AuditAction } from "../../../../core/audit/audit-action.ts";
import { type Actor, newAuditEntry } from "../../../../core/audit/audit-entry.ts";
import { createMember } from "../../people-service.ts";
import { askConsole, createOrganization, stores } from "../../service.ts";

const log = stores.auditLog;
const operator: Actor = { kind: "operator", id: "AKIA", name: "root" };
const anna: Actor = { kind: "member", id: "mem_AnnaAnnaAnnaAnnaAnna", name: "Anna" };
const dayMs = 86_400_000;
const firstDay = Date.UTC(2040, 5, 1);

/** An organization with an owner, and an entry a day: who, and what. */
async function organizationWith(entries: [Actor, AuditAction][]) {
  const organization = await createOrganization("pro");
  const { cookie } = await createMember(organization, "owner");
  const { id: organizationId, name } = organization;
  for (const [index, [actor, action]] of entries.entries()) {
    const target = { kind: "organization", id: organizationId, name };
    const change = { organizationId, actor, action, target, before: null, after: { index } };
    const nowMs = firstDay + index * dayMs;
    await log.record(newAuditEntry(change, { nowMs, randomBase62 }));
  }
  const page = async (query: string) => {
    // What created the organization's owner is of today.
    const path = `/api/organization/${organizationId}/audit?since=2040-01-01T00:00:00Z&${query}`;
    return AuditPageView.parse(await (await askConsole(path, { cookie })).json());
  };
  return {
    page,
    found: async (query: string) =>
      (await page(query)).entries.map(({ after }) => after?.index).toReversed(),
  };
}

test("entries are found by who did it, what it was, and when, in any combination", async () => {
  const { found } = await organizationWith([
    [anna, "key.create"],
    [operator, "key.revoke"],
    [anna, "key.revoke"],
    [operator, "org.rename"],
    [anna, "counter.update"],
  ]);
  expect(await found("")).toEqual([0, 1, 2, 3, 4]);
  expect(await found(`actor=${anna.id}`)).toEqual([0, 2, 4]);
  expect(await found("actor=operator")).toEqual([1, 3]);
  // The id of an operator is nobody's business.
  expect(await found("actor=AKIA")).toEqual([]);
  expect(await found("action=key")).toEqual([0, 1, 2]);
  expect(await found("action=key.revoke")).toEqual([1, 2]);
  expect(await found(`actor=${anna.id}&action=key.revoke`)).toEqual([2]);
  expect(await found("since=2040-06-02T00:00:00Z")).toEqual([1, 2, 3, 4]);
  expect(await found("until=2040-06-04T00:00:00Z")).toEqual([0, 1, 2]);
  expect(await found("since=2040-06-04T00:00:00Z&action=key")).toEqual([]);
});
