import { beforeEach, describe, expect, test } from "vitest";
import type { Organization } from "../../../../core/organizations/organization.ts";
import { newGroup } from "../../../system/group-service.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);

let organization: Organization;
let org: string[];
beforeEach(async () => {
  organization = await service.createOrganization("pro");
  org = ["--org", organization.id];
});

async function counterAt(count: number, settings: object = {}) {
  const { id } = await service.createCounter(organization, { name: "Gate", ...settings });
  if (count !== 0) await json("counter", "set", ...org, id, String(count));
  return id;
}

async function linesOf(...words: string[]): Promise<string[]> {
  const { exitCode, stdout, stderr } = await run(...words);
  return [`exit ${exitCode}`, ...stdout.trimEnd().split("\n").slice(-1), stderr].filter(Boolean);
}

describe("counter set", () => {
  test("sets a locked counter to a number, also below 0, and says from where", async () => {
    const id = await counterAt(7);
    await json("counter", "update", ...org, id, "--locked", "true");
    expect(
      await json("counter", "set", ...org, id, "-5", "--reason", "Count of 8 pm"),
    ).toMatchObject({
      ...{ id, count: -5, locked: true, result: "adjusted", previousCount: 7, setTo: -5 },
    });
    const [event] = await json("counter", "history", ...org, id, "--limit", "1");
    expect(event).toMatchObject({
      ...{ eventType: "decrement", delta: -12 },
      metadata: { adjustment: { to: -5, reason: "Count of 8 pm" } },
    });
    expect(await linesOf("counter", "set", ...org, id, "1200")).toEqual([
      "exit 0",
      "The counter was set from -5 to 1200.",
    ]);
  });

  test("says so when the number is right already, and writes nothing", async () => {
    const id = await counterAt(7);
    expect(await linesOf("counter", "set", ...org, id, "7")).toEqual([
      "exit 0",
      "The counter was at 7 already; no event was written.",
    ]);
    const { entries } = await json("audit", "list", ...org, "--limit", "1");
    expect(entries).toMatchObject([{ before: { count: 0 }, after: { count: 7 } }]);
  });

  test("under a repeated idempotency key sets nothing, and refuses another number", async () => {
    const id = await counterAt(7);
    const keyed = ["--idempotency-key", "closing 1"];
    await json("counter", "set", ...org, id, "3", ...keyed);
    await json("counter", "tap", ...org, id, "up");
    expect(await linesOf("counter", "set", ...org, id, "3", ...keyed)).toEqual([
      "exit 0",
      "An earlier run with this idempotency key has set the counter from 7 to 3; nothing was written now.",
    ]);
    expect(await json("counter", "show", ...org, id)).toMatchObject({ count: 4 });
    await expect(json("counter", "set", ...org, id, "5", ...keyed)).rejects.toThrow(
      /was set to 3 by an earlier run with this idempotency key.*"code":"CONFLICT"/,
    );
  });

  test("refuses a difference that no event can hold, and an archived counter", async () => {
    const id = await counterAt(Number.MAX_SAFE_INTEGER);
    await expect(json("counter", "set", ...org, id, "-1")).rejects.toThrow(
      /: the change would be too large to store exactly. Set it to 0 first.*"code":"CONFLICT"/,
    );
    await json("counter", "archive", ...org, id);
    await expect(json("counter", "set", ...org, id, "1")).rejects.toThrow(
      /restore it first.*"code":"CONFLICT"/,
    );
  });
});

test("counter reset sets a counter to the number of its settings", async () => {
  const id = await counterAt(7);
  expect(await json("counter", "reset", ...org, id)).toMatchObject({ count: 0, setTo: 0 });
  await json("counter", "update", ...org, id, "--reset-to", "50");
  expect(await json("counter", "reset", ...org, id)).toMatchObject({ count: 50, previousCount: 0 });
});

test("group reset resets each counter of the group, and says how many", async () => {
  const { id: groupId } = await newGroup(organization);
  const ids = [await counterAt(5, { groupId }), await counterAt(0, { groupId })];
  const elsewhere = await counterAt(3);
  const keyed = ["--idempotency-key", "closing 2"];
  expect(await json("group", "reset", ...org, groupId, ...keyed)).toEqual({
    ...{ id: groupId, name: "Hall", adjusted: 1, unchanged: 1, outOfRange: 0 },
  });
  for (const id of [...ids, elsewhere]) await json("counter", "tap", ...org, id, "up");
  // The same run again resets nothing that was counted since.
  const { stdout } = await run("group", "reset", ...org, groupId, ...keyed);
  expect(stdout).toContain("1 counter was reset.\n1 counter had the right number already.\n");
  const counters = await json("counter", "list", ...org);
  const counts = Object.fromEntries(
    counters.map((one: { id: string; count: number }) => [one.id, one.count]),
  );
  expect(counts).toEqual({ [ids[0] ?? ""]: 1, [ids[1] ?? ""]: 1, [elsewhere]: 4 });
  await json("group", "reset", ...org, groupId, "--reason", "Fire drill");
  const { entries } = await json("audit", "list", ...org);
  const resets = entries.filter(({ action }: { action: string }) => action === "group.reset");
  expect(resets).toMatchObject([
    { target: { id: groupId }, after: { adjusted: 2, reason: "Fire drill" } },
    { target: { id: groupId }, after: { adjusted: 1 } },
  ]);
});
