import { describe, expect, test } from "vitest";
import { newCounter, type StoredCounter } from "../../../core/counters/counter.ts";
import { canaryCounter } from "../../../core/operations/canary/canary-identity.ts";
import {
  holeFindings,
  lookAtNumbers,
  type NumberedEvent,
  type NumberPorts,
} from "../../../core/operations/counter-numbers.ts";

const key = { organizationId: "org_1", counterId: "ctr_1" };

function counter(changed: Partial<StoredCounter> = {}): StoredCounter {
  return { ...newCounter({ name: "Gate" }, key, 0), ...changed };
}

/** An event that adds one; event 5 ends at 5. */
const event = (lastEventId: number, changed: Partial<NumberedEvent> = {}): NumberedEvent => {
  const { previousCount = lastEventId - 1, delta = 1 } = changed;
  const count = previousCount + delta;
  return { lastEventId, previousCount, count, delta, isRestored: false, ...changed };
};

/** Ports of this history, oldest first, and how many reads were made. */
function portsOf(events: NumberedEvent[], now?: StoredCounter) {
  const asked: number[] = [];
  const ports: NumberPorts = {
    counter: async () => now,
    async events(_, { limit, beforeEventId }) {
      asked.push(limit);
      const below = events.filter(({ lastEventId }) => lastEventId < beforeEventId);
      return below.toReversed().slice(0, limit);
    },
  };
  return { ports, asked };
}

async function look(
  of: StoredCounter,
  events: NumberedEvent[],
  { most = 100, now }: { most?: number; now?: StoredCounter } = {},
) {
  const { findings, explainedHoles } = await lookAtNumbers(portsOf(events, now).ports, of, most);
  const prefix = "the counter ctr_1 of org_1 ";
  return { explainedHoles, wrong: findings.map(({ sentence }) => sentence.replace(prefix, "")) };
}

const fine = { wrong: [], explainedHoles: [] };
const at3 = counter({ lastEventId: 3, count: 3 });
const three = [event(1), event(2), event(3)];

describe("the doctor accepts", () => {
  test.each<[string, StoredCounter, NumberedEvent[]]>([
    ["a counter without events", counter(), []],
    ["one whose events lead to it", at3, three],
    [
      "totals whose steps are beyond what numbers hold exactly",
      counter({ lastEventId: 3, count: -Number.MAX_SAFE_INTEGER }),
      [
        event(1, { previousCount: 0, delta: 16 }),
        event(2, { previousCount: 16, delta: -16 }),
        event(3, { previousCount: 0, delta: -Number.MAX_SAFE_INTEGER }),
      ],
    ],
  ])("%s", async (_case, of, events) => {
    expect(await look(of, events)).toEqual(fine);
  });

  test("older events than those that are read, whatever they are", async () => {
    expect(await look(at3, [event(2), event(3)], { most: 2 })).toEqual(fine);
  });

  test("the canary's history, which begins anywhere", async () => {
    const { organizationId, counterId: id } = canaryCounter;
    const canary = { ...at3, organizationId, id };
    expect(await look(canary, [event(2), event(3)])).toEqual(fine);
    expect((await look(canary, [event(1), event(3)])).wrong).toHaveLength(1);
  });
});

describe("the doctor reports", () => {
  test.each<[string, StoredCounter, NumberedEvent[], string[]]>([
    ["a history that is gone", at3, [], ["lacks events: 1 to 3"]],
    ["a newest event that is gone", at3, [event(1), event(2)], ["lacks events: 3"]],
    ["a first event that is gone", at3, [event(2), event(3)], ["lacks events: 1"]],
    ["events that are gone", at3, [event(2)], ["lacks events: 3, 1"]],
    [
      "a counter with another count",
      counter({ lastEventId: 3, count: 9 }),
      three,
      ["and its events disagree: event 3 ends at 3, and the counter says 9"],
    ],
    [
      "a counter with a count and without events",
      counter({ count: 9 }),
      [],
      ["and its events disagree: the counter says 9, without an event before it"],
    ],
    [
      "an event that begins elsewhere",
      at3,
      [event(1), event(2, { previousCount: 0, delta: 2 }), event(3)],
      ["and its events disagree: event 1 ends at 1, and event 2 begins at 0"],
    ],
    [
      "an event that does not add up",
      at3,
      [event(1), event(2, { delta: 2, count: 2 }), event(3)],
      ["and its events disagree: event 2 says 1 + 2 = 2"],
    ],
  ])("%s", async (_case, of, events, wrong) => {
    expect(await look(of, events)).toEqual({ explainedHoles: [], wrong });
  });
});

describe("after a restore", () => {
  const holes = { "4": 900 };
  const beyond = [...three, event(901, { previousCount: 3 })];

  test("a reserve is in order, at the top and between events", async () => {
    const known = { wrong: [], explainedHoles: [{ from: 4, to: 900 }] };
    const at900 = counter({ lastEventId: 900, count: 3, holes });
    expect(await look(at900, three)).toEqual(known);
    expect(await look(counter({ lastEventId: 901, count: 4, holes }), beyond)).toEqual(known);
    // Nobody has counted before the backup, as far as anybody knows.
    const unused = { "1": 900 };
    expect((await look(counter({ lastEventId: 900, holes: unused }), [])).wrong).toEqual([]);
  });

  test("only the reserve is: what else is missing around it is a finding", async () => {
    const of = counter({ lastEventId: 903, count: 6, holes });
    const events = [event(1), event(2), event(903, { previousCount: 5 })];
    expect((await look(of, events)).wrong).toEqual(["lacks events: 3, 901 to 902"]);
  });

  test("events between restored ones and later ones are lost, or not restored yet: a warning", async () => {
    const restored = three.map((one) => ({ ...one, isRestored: true }));
    const events = [...restored, event(7)];
    const of = counter({ lastEventId: 7, count: 7 });
    const { findings } = await lookAtNumbers(portsOf(events).ports, of, 100);
    expect(findings).toMatchObject([
      {
        severity: "warning",
        sentence: "the counter ctr_1 of org_1 lacks events after a restore: 4 to 6",
      },
    ]);
    // Between restored events, and before the first of them, no restore explains it.
    const gap = { ...event(7), isRestored: true };
    expect((await look(of, [...restored, gap])).wrong).toEqual(["lacks events: 4 to 6"]);
    expect((await look(of, [event(1), ...events.slice(2)])).wrong).toEqual([
      "lacks events: 2",
      "lacks events after a restore: 4 to 6",
    ]);
  });

  test("the counters of an organization are in one line, with their numbers", () => {
    const counters = [
      { id: "ctr_1", explainedHoles: [{ from: 4, to: 900 }] },
      { id: "ctr_2", explainedHoles: [] },
      ...["3", "4", "5", "6", "7"].map((number) => ({
        ...{ id: `ctr_${number}`, explainedHoles: [{ from: 1, to: 1 }] },
      })),
    ];
    expect(holeFindings("org_1", counters)).toMatchObject([
      {
        severity: "fine",
        sentence:
          "after a restore, counters of org_1 pass over numbers: " +
          "ctr_1 (4 to 900), ctr_3 (1), ctr_4 (1), ctr_5 (1), ctr_6 (1) and 1 more",
      },
    ]);
    expect(holeFindings("org_1", counters.slice(1, 2))).toEqual([]);
  });
});

describe("while people count", () => {
  test("what is newer than the counter as it was listed is left out", async () => {
    const now = counter({ lastEventId: 5, count: 5 });
    expect(await look(at3, [...three, event(4), event(5)], { now })).toEqual(fine);
    // Also when more has been counted than one read takes.
    const many = Array.from({ length: 40 }, (_, index) => event(index + 1));
    const later = counter({ lastEventId: 41, count: 41 });
    expect(await look(at3, many, { now: later, most: 10 })).toEqual(fine);
  });

  test("an event that is newer than the counter a moment later is in the way of taps", async () => {
    const wrong = ["is at event 3, but has an event 4"];
    expect((await look(at3, [...three, event(4)], { now: at3 })).wrong).toEqual(wrong);
    // One that was deleted with its organization meanwhile is none.
    expect((await look(at3, [event(4)])).wrong).toEqual([]);
  });
});

test("a long history is read in pages of 500, and a look at the newest events takes one read", async () => {
  const events = Array.from({ length: 1_200 }, (_, index) => event(index + 1));
  const of = counter({ lastEventId: 1_200, count: 1_200 });
  const all = portsOf(events);
  await lookAtNumbers(all.ports, of, Number.POSITIVE_INFINITY);
  expect(all.asked).toEqual([500, 500, 500]);
  const newest = portsOf(events);
  await lookAtNumbers(newest.ports, of, 100);
  expect(newest.asked).toEqual([100]);
});
