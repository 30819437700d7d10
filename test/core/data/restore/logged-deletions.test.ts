import { expect, test } from "vitest";
import {
  type LoggedChange,
  LoggedDeletions,
} from "../../../../core/data/restore/logged-deletions.ts";

type Change = Omit<LoggedChange, "entryKey">;

const gone = (action: string, id: string | null, before: Change["before"] = null): Change => ({
  ...{ action, target: { id, name: null }, before, after: null },
});
const invited = (id: string, before: Change["before"] = null): Change => ({
  ...{ action: "member.invite", target: { id, name: "a@example.com" }, before, after: {} },
});
const restored = (table: string): Change => ({
  ...{
    action: "data.restore",
    target: { id: table, name: null },
    before: null,
    after: { items: 1 },
  },
});
const created = (action: string, id: string | null, after: Change["after"] = {}): Change => ({
  ...{ action, target: { id, name: null }, before: null, after },
});
const deleted = gone("org.delete", "org_1");
const revoked = gone("key.revoke", "key_1");
const embed = { counterId: "ctr_1", lastFour: "abcd" };

test.each<[string, Change[], string[] | "everything"]>([
  ["nothing", [], []],
  ["a key that was revoked", [revoked], ["key_1"]],
  [
    "an embed, whose id the log lacks",
    [gone("embed.revoke", null, embed)],
    ["embed of ctr_1 …abcd"],
  ],
  ["an organization that was deleted", [revoked, deleted], "everything"],
  [
    "an organization that was restored: what was deleted on its own stays deleted",
    [revoked, deleted, restored("Organizations")],
    ["key_1"],
  ],
  [
    "a deleted organization of which only another table was restored",
    [deleted, restored("Counters")],
    "everything",
  ],
  [
    "a deleted organization whose restore began, and may have written nothing",
    [deleted, { ...restored("Organizations"), action: "data.begin-restore" }],
    "everything",
  ],
  [
    "an organization that was restored before it was deleted",
    [restored("Organizations"), deleted],
    "everything",
  ],
  [
    "an organization that was deleted again",
    [deleted, restored("Organizations"), deleted],
    "everything",
  ],
  [
    "a change of something that exists",
    [{ action: "key.rename", target: { id: "key_1", name: null }, before: {}, after: {} }],
    [],
  ],
  [
    "a key that was created again with its id",
    [created("key.create", "key_1"), revoked, created("key.create", "key_1")],
    [],
  ],
  [
    "a key that was created again and revoked again",
    [revoked, created("key.create", "key_1"), revoked],
    ["key_1"],
  ],
  [
    "an embed that was created again",
    [gone("embed.revoke", null, embed), created("embed.create", null, embed)],
    [],
  ],
  [
    "a group that was created again, without the alerts that went with it",
    [gone("group.delete", "grp_1", { alerts: ["alt_1"] }), created("group.create", "grp_1")],
    ["alt_1"],
  ],
  [
    "an invitation that was replaced, and replaces the other",
    [invited("inv_1"), invited("inv_2", {}), invited("inv_1", {})],
    ["inv_2"],
  ],
  [
    "an invitation that was revoked and made again",
    [gone("invitation.revoke", "inv_1"), invited("inv_1")],
    [],
  ],
  ["an invitation that another one replaced", [invited("inv_1"), invited("inv_2", {})], ["inv_1"]],
])("what counts as deleted by the log: %s", (_, changes, expected) => {
  const deletions = new LoggedDeletions();
  const told = () => {
    const found = deletions.deleted();
    return found === "everything" ? found : [...found];
  };
  const entries = changes.map((change, index) => ({ ...change, entryKey: `2026-11-2${index}` }));
  for (const entry of entries) deletions.add(entry);
  expect(told()).toEqual(expected);
  // The newest entries are read again when a restore goes on.
  for (const entry of entries.slice(-2)) deletions.add(entry);
  expect(told()).toEqual(expected);
});
