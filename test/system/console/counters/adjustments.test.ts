import { randomUUID } from "node:crypto";
import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import type { CountEvent } from "../../../../core/counters/count-event.ts";
import type { StoredCounter } from "../../../../core/counters/counter.ts";
import { newGroup } from "../../group-service.ts";
import { client, createCounter, outputs, stores, tapOnce } from "../../service.ts";
import { type ConsoleUser, consoleUser } from "../console-user.ts";

const adjust = "POST /api/setup/{organizationId}/counters/{counterId}/adjust";
const edit = "PATCH /api/setup/{organizationId}/counters/{counterId}";
const live = "GET /api/setup/{organizationId}/counters/live";

interface Wanted {
  to: number | null;
  reason?: string;
  formId?: string;
  undoes?: { setTo: number; adjustment: string };
}

const form = (wanted: Wanted) => ({ formId: randomUUID(), ...wanted });

async function userAndCounter(count = 0) {
  const user = await consoleUser();
  const counter = await createCounter(user.organization);
  if (count !== 0) await user.reply(adjust, { counterId: counter.id }, form({ to: count }));
  return { user, counter, counterId: counter.id };
}

/** Oldest first. */
async function historyOf({ organizationId, id }: StoredCounter): Promise<CountEvent[]> {
  const key = { organizationId, counterId: id };
  return (await stores.countEvents.page(key, { limit: 500 })).toReversed();
}

async function entriesOf(user: ConsoleUser) {
  return await user.auditLog({ action: "counter.adjust", limit: 100 });
}

test("a number that is set is one event, with its reason, and an entry in the audit log", async () => {
  const { user, counter, counterId } = await userAndCounter();
  await tapOnce(counter);
  const reason = "Floor count at 15:00 – “Halle 3” 🧮";
  const set = await user.reply(adjust, { counterId }, form({ to: 40, reason }));
  expect(set).toMatchObject({ result: "adjusted", previousCount: 1, setTo: 40, count: 40 });
  const lowered = await user.reply(adjust, { counterId }, form({ to: -3 }));
  expect(lowered).toMatchObject({ result: "adjusted", previousCount: 40, count: -3 });
  expect((await historyOf(counter)).slice(1)).toMatchObject([
    {
      ...{ eventType: "increment", previousCount: 1, count: 40, delta: 39, lastEventId: 2 },
      metadata: { adjustment: { to: 40, reason } },
    },
    {
      ...{ eventType: "decrement", previousCount: 40, count: -3, delta: -43, lastEventId: 3 },
      metadata: { adjustment: { to: -3 } },
    },
  ]);
  const target = { kind: "counter", id: counterId, name: counter.name };
  const actor = { kind: "member", id: user.member.id };
  expect(await entriesOf(user)).toMatchObject([
    { actor, target, before: { count: 40 }, after: { count: -3 } },
    { actor, target, before: { count: 1 }, after: { count: 40, reason } },
  ]);
});

test("a number that is set as the first of a day ends the peak of the day before", async () => {
  const { user, counter, counterId } = await userAndCounter();
  const { organizationId } = counter;
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.CountersTable,
      Key: marshall({ organizationId, counterId }),
      UpdateExpression: "SET lastCountAt = :at, peakAt = :at, peak = :peak",
      ExpressionAttributeValues: marshall({
        ...{ ":peak": 5, ":at": new Date(Date.now() - 2 * 86_400_000).toISOString() },
      }),
    }),
  );
  const stored = async () => (await stores.storedCounters.list(organizationId))[0];
  expect(await stored()).toHaveProperty("peak", 5n);
  await user.reply(adjust, { counterId }, form({ to: 2 }));
  expect(await stored()).not.toHaveProperty("peak");
});

test("an undo takes the difference back: what was counted since stays", async () => {
  const { user, counter, counterId } = await userAndCounter(7);
  const { setTo, adjustment } = await user.reply(adjust, { counterId }, form({ to: 40 }));
  await tapOnce(counter);
  const undo = () => form({ to: 7, undoes: { setTo, adjustment } });
  const undone = await user.reply(adjust, { counterId }, undo());
  expect(undone).toMatchObject({ result: "adjusted", setTo: 8, count: 8 });
  expect(await entriesOf(user)).toMatchObject([{ after: { count: 8, undoes: true } }, {}, {}]);
  const { error } = await user.refusal(409, adjust, { counterId }, undo());
  expect(error).toBe("The counter was set or reset meanwhile and is now at 8. Nothing was undone");
});

test.each([
  ["0", {}, 0],
  ["the number of its settings", { resetTo: -12 }, -12],
])("a reset sets the number to %s", async (_, settings, setTo) => {
  const { user, counterId } = await userAndCounter(7);
  if ("resetTo" in settings) await user.reply(edit, { counterId }, { settings });
  const reset = await user.reply(adjust, { counterId }, form({ to: null }));
  expect(reset).toMatchObject({ result: "adjusted", previousCount: 7, setTo, count: setTo });
});

test("where the number is right already nothing is counted, and the response says so", async () => {
  const { user, counter, counterId } = await userAndCounter(7);
  const before = await stores.counters.get({ organizationId: counter.organizationId, counterId });
  const same = await user.reply(adjust, { counterId }, form({ to: 7, reason: "As it is" }));
  expect(same).toMatchObject({ result: "unchanged", previousCount: 7, setTo: 7, version: 2 });
  expect(await stores.counters.get({ organizationId: counter.organizationId, counterId })).toEqual(
    before,
  );
  expect(await historyOf(counter)).toHaveLength(1);
  expect(await entriesOf(user)).toHaveLength(1);
});

describe("a form that comes twice", () => {
  test("sets the number once: what was counted since stays", async () => {
    const { user, counter, counterId } = await userAndCounter(7);
    const sent = form({ to: 0 });
    await user.reply(adjust, { counterId }, sent);
    await tapOnce(counter);
    const again = await user.reply(adjust, { counterId }, sent);
    expect(again).toMatchObject({ result: "repeated", previousCount: 7, setTo: 0, count: 1 });
    // A form's id is the same in either case of its letters.
    const upper = { ...sent, formId: sent.formId.toUpperCase() };
    expect(await user.reply(adjust, { counterId }, upper)).toMatchObject({ result: "repeated" });
    expect(await historyOf(counter)).toHaveLength(3);
  });

  test("at the same moment sets the number once", async () => {
    const { user, counter, counterId } = await userAndCounter(7);
    const sent = form({ to: 3 });
    const requests = Array.from({ length: 5 }, () => user.reply(adjust, { counterId }, sent));
    const results = (await Promise.all(requests)).map(({ result }) => result);
    expect(results.toSorted()).toEqual(["adjusted", ...Array(4).fill("repeated")]);
    expect(await historyOf(counter)).toHaveLength(2);
  });

  test("says it clearly when it wants another number now, and sets nothing", async () => {
    const { user, counter, counterId } = await userAndCounter(7);
    const sent = form({ to: 1_200 });
    await user.reply(adjust, { counterId }, sent);
    for (const to of [1_300, null]) {
      const refused = await user.refusal(409, adjust, { counterId }, { ...sent, to });
      expect(refused).toEqual({
        error:
          "An earlier request of this form has already set the counter to 1200. Close this form, " +
          "and open it again to set another number",
        code: "ADJUSTED_ALREADY",
      });
    }
    expect(await historyOf(counter)).toHaveLength(2);
  });

  test("does so for each member and each counter by itself", async () => {
    const { user, counterId } = await userAndCounter(7);
    const other = await consoleUser("owner", user.organization);
    const { id: otherId } = await createCounter(user.organization);
    const sent = form({ to: 1 });
    await user.reply(adjust, { counterId }, sent);
    await user.reply(adjust, { counterId: otherId }, sent);
    expect(await other.reply(adjust, { counterId }, { ...sent, to: 2 })).toMatchObject({
      ...{ result: "adjusted", previousCount: 1, count: 2 },
    });
  });
});

const most = Number.MAX_SAFE_INTEGER;

test("the largest and the smallest number can be set, but not the one from the other", async () => {
  const { user, counter, counterId } = await userAndCounter(most);
  const { error } = await user.refusal(409, adjust, { counterId }, form({ to: -1 }));
  expect(error).toBe(
    "The change would be too large to store exactly. Set the counter to 0 first, then to your number",
  );
  await user.reply(adjust, { counterId }, form({ to: 0 }));
  const least = await user.reply(adjust, { counterId }, form({ to: -most }));
  expect(least).toMatchObject({ result: "adjusted", count: -most });
  expect(await historyOf(counter)).toHaveLength(3);
});

const reset = "POST /api/setup/{organizationId}/groups/{groupId}/reset";

describe("a reset of a group", () => {
  async function hallWith(counts: number[]) {
    const user = await consoleUser();
    const { id: groupId } = await newGroup(user.organization);
    const made = counts.map(async (to) => {
      const { id } = await createCounter(user.organization, { groupId });
      if (to !== 0) await user.reply(adjust, { counterId: id }, form({ to }));
      return id;
    });
    return { user, groupId, ids: (await Promise.all(made)).toSorted() };
  }

  test("sets every counter, and says how many it has set and how many were right", async () => {
    const { user, groupId, ids } = await hallWith([3, 0, 5]);
    const settings = { locked: true, resetTo: 20 };
    await user.reply(edit, { counterId: ids[1] ?? "" }, { settings });
    const sent = { formId: randomUUID(), reason: "Closing time" };
    const done = await user.reply(reset, { groupId }, sent);
    expect(done.adjusted + done.unchanged).toBe(3);
    expect(done).toMatchObject({ outOfRange: 0, next: null });
    const { counters } = await user.reply(live, {}, { ids: ids.join(",") });
    expect(counters.map(({ count }) => count)).toEqual([0, 20, 0]);
    await user.refusal(409, adjust, { counterId: ids[0] ?? "" }, { ...sent, to: 9 });
  });
});
