import { expect, test } from "vitest";
import { deletedBy, type LoggedChange } from "../../../core/data/logged-deletions.ts";

const gone = (action: string, id: string | null, before: LoggedChange["before"] = null) => ({
  ...{ action, target: { id }, before, after: null },
});
const restored = (table: string) => ({
  ...{ action: "data.restore", target: { id: table }, before: null, after: { items: 1 } },
});
const deleted = gone("org.delete", "org_1");
const revoked = gone("key.revoke", "key_1");
const embed = { counterId: "ctr_1", lastFour: "abcd" };

test.each<[string, LoggedChange[], string[] | "everything"]>([
  ["nothing", [], []],
  ["a key that was revoked", [revoked], ["key_1"]],
  [
    "an embed, whose id the log lacks",
    [gone("embed.revoke", null, embed)],
    ["embed of ctr_1 …abcd"],
  ],
  ["an organization that was deleted", [revoked, deleted], "everything"],
  [
    "one that came back: what was deleted by itself stays so",
    [revoked, deleted, restored("Organizations")],
    ["key_1"],
  ],
  ["one of which only another table came back", [deleted, restored("Counters")], "everything"],
  [
    "one that was restored before it was deleted",
    [restored("Organizations"), deleted],
    "everything",
  ],
  ["one that was deleted again", [deleted, restored("Organizations"), deleted], "everything"],
  [
    "a change of something that exists",
    [{ action: "key.rename", target: { id: "key_1" }, before: {}, after: {} }],
    [],
  ],
])("the log says of %s what is gone", (_, entries, expected) => {
  const found = deletedBy(entries);
  expect(found === "everything" ? found : [...found]).toEqual(expected);
});
