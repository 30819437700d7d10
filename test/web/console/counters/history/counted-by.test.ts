import { expect, test } from "vitest";
import { useCountedBy } from "../../../../../web/console/counters/history/counted-by.ts";
import { renderHook, useDocument } from "../../rendered-hook.ts";
import { type Asked, scriptedService } from "../../scripted-service.ts";

useDocument();

const members = [
  { id: "mem_1", name: "Olivia", email: "o@example.com" },
  { id: "mem_2", name: null, email: "n@example.com" },
  { id: "mem_3", name: null, email: null },
];
const lists = ({ path }: Asked) =>
  path.endsWith("/members")
    ? { body: { members } }
    : { body: { gates: [{ id: "gat_1", name: "Main entrance" }] } };

const counted = [
  { kind: "member", id: "mem_1" },
  { kind: "member", id: "mem_2" },
  { kind: "member", id: "mem_3" },
  { kind: "member", id: "mem_4" },
  { kind: "gate", id: "gat_1" },
  { kind: "gate", id: "gat_2" },
  { kind: "operator", id: null },
] as const;

test("who counted has a name, an email address or an id, and a kind where nobody knows them", async () => {
  scriptedService(lists);
  const names = await renderHook(useCountedBy, undefined);
  expect(counted.map((by) => names.current.countedBy({ by }))).toEqual([
    ...["Olivia", "n@example.com", "mem_3", "A member"],
    ...["Main entrance", "A gate", "Operator"],
  ]);
});

test("nobody is named as the one who set a number: its event does not say who it was", async () => {
  scriptedService(lists);
  const names = await renderHook(useCountedBy, undefined);
  const by = { kind: "operator", id: null } as const;
  expect(names.current.countedBy({ by, adjustment: { to: 0 } })).toBe("");
});

test("for a member, who may not see others, nothing is read and nobody is named", async () => {
  const requests = scriptedService(lists);
  const names = await renderHook(useCountedBy, undefined, { role: "member" });
  expect(requests).toEqual([]);
  expect(names.current.countedBy({ by: { kind: "member", id: "mem_1" } })).toBe("A member");
});
