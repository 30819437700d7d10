import { testCounterId } from "../../../core/webhooks/check/test-event.ts";
import { countEnvelope } from "../../../core/webhooks/count-webhooks.ts";
import { countNumber } from "./inputs.ts";

type StoredCount = ReturnType<typeof countNumber>;

export type DisorderStep =
  /** A webhook arrives. */
  | { receive: object; result: "processed" | "held" | "duplicate" | "ignored" }
  /** A check, with what the read API returns at that time; the clock is five minutes later each time. */
  | {
      check: { counters: object[]; history: object[] };
      /** Whether the check reports that the history is incomplete. */
      isIncomplete: boolean;
    };

/** What happens at a receiver with one counter, and what its books must have at the end. */
export interface DisorderCase {
  name: string;
  begin: "now" | "beginning";
  steps: DisorderStep[];
  completeTo: number;
  /** The numbers in the books, in their order. */
  books: number[];
}

/** Ups and downs, so that the counts of different events coincide. */
const walk = [1, 1, -1, 1, -1, -1, 1, 1, 1, 1] as const;
const events = walk.map((delta, index) => {
  const before = walk.slice(0, index).reduce<number>((sum, one) => sum + one, 0);
  return countNumber(index + 1, before, delta);
});
const event = (number: number) => events[number - 1] as StoredCount;
const upTo = (number: number) => events.slice(0, number);

const receive = (number: number, result: "processed" | "held" | "duplicate") => ({
  receive: countEnvelope(event(number)),
  result,
});

/** The newest event decides what the list says, unless a restore has raised the number. */
function check(known: StoredCount[], { listed, isIncomplete = false }: Listed = {}): DisorderStep {
  const newest = known.at(-1);
  const { lastEventId = 0, count = 0 } = { ...newest, ...listed };
  const counter = { id: event(1).counterId, name: event(1).counterName, count, lastEventId };
  const history = known.toReversed().map(({ organizationId: _, counterName: __, ...one }) => ({
    id: `${one.counterId}:${one.lastEventId}`,
    ...one,
    metadata: null,
  }));
  return { check: { counters: listed === null ? [] : [counter], history }, isIncomplete };
}

interface Listed {
  /** Null: the counter is archived. */
  listed?: { lastEventId: number; count: number } | null;
  isIncomplete?: boolean;
}

const restoredAt = 1_795_253_401_000;
const afterRestore = countNumber(restoredAt + 1, event(3).count, 1);

export const disorderCases: DisorderCase[] = [
  {
    ...{ name: "in order", begin: "beginning", completeTo: 3, books: [1, 2, 3] },
    steps: [1, 2, 3].map((number) => receive(number, "processed")),
  },
  {
    ...{ name: "in disorder and twice", begin: "beginning", completeTo: 4, books: [1, 2, 3, 4] },
    steps: [
      receive(3, "held"),
      receive(1, "processed"),
      ...[receive(4, "held"), receive(3, "held"), receive(2, "processed")],
      ...[1, 2, 3, 4].map((number) => receive(number, "duplicate")),
    ],
  },
  {
    ...{ name: "a lost event that is followed by others", begin: "beginning", completeTo: 5 },
    books: [1, 2, 3, 4, 5],
    steps: [
      receive(1, "processed"),
      receive(3, "held"),
      receive(5, "held"),
      check(upTo(5)),
      receive(2, "duplicate"),
    ],
  },
  {
    ...{ name: "the newest events are lost", begin: "beginning", completeTo: 10 },
    books: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    steps: [receive(1, "processed"), check(upTo(10))],
  },
  {
    ...{ name: "no webhooks at all", begin: "beginning", completeTo: 4, books: [1, 2, 3, 4] },
    steps: [check(upTo(2)), check(upTo(4))],
  },
  {
    ...{ name: "only increments are sent", begin: "beginning", completeTo: 7 },
    books: [1, 2, 3, 4, 5, 6, 7],
    steps: [
      receive(1, "processed"),
      receive(2, "processed"),
      receive(4, "held"),
      check(upTo(4)),
      receive(7, "held"),
      check(upTo(7)),
    ],
  },
  {
    ...{ name: "from now on, at the first check", begin: "now", completeTo: 6, books: [5, 6] },
    steps: [check(upTo(4)), receive(4, "duplicate"), receive(6, "held"), check(upTo(6))],
  },
  {
    ...{ name: "from now on, at the first event", begin: "now", completeTo: 6, books: [5, 6] },
    steps: [receive(5, "processed"), receive(4, "duplicate"), check(upTo(6))],
  },
  {
    ...{ name: "a counter that appears after the first contact", begin: "now", completeTo: 2 },
    books: [1, 2],
    steps: [
      { check: { counters: [], history: [] }, isIncomplete: false },
      receive(2, "held"),
      check(upTo(2)),
    ],
  },
  {
    ...{ name: "a restore that lost events which were received", begin: "beginning" },
    ...{ completeTo: restoredAt + 1, books: [1, 2, 3, 4, restoredAt + 1] },
    steps: [
      ...[1, 2, 3, 4].map((number) => receive(number, "processed")),
      check(upTo(3), { listed: { lastEventId: restoredAt, count: event(3).count } }),
      { receive: countEnvelope(afterRestore), result: "processed" },
    ],
  },
  {
    ...{ name: "a restore, and the event after it arrives first", begin: "beginning" },
    ...{ completeTo: restoredAt + 1, books: [1, 2, 3, restoredAt + 1] },
    steps: [
      ...[receive(1, "processed"), receive(2, "processed")],
      { receive: countEnvelope(afterRestore), result: "held" },
      check([...upTo(3), afterRestore]),
    ],
  },
  {
    ...{ name: "a history that is incomplete for a while", begin: "beginning", completeTo: 6 },
    books: [1, 2, 3, 4, 5, 6],
    steps: [
      ...[receive(1, "processed"), receive(2, "processed")],
      check([...upTo(3), event(6)], { isIncomplete: true }),
      check(upTo(6)),
    ],
  },
  {
    ...{
      name: "an archived counter that comes back",
      begin: "beginning",
      completeTo: 4,
      books: [1, 2, 3, 4],
    },
    steps: [
      ...[receive(1, "processed"), receive(4, "held"), check([], { listed: null })],
      ...[receive(3, "held"), check(upTo(4))],
    ],
  },
  {
    ...{ name: "a test delivery", begin: "beginning", completeTo: 1, books: [1] },
    steps: [
      { receive: countEnvelope({ ...event(1), counterId: testCounterId }), result: "ignored" },
      receive(1, "processed"),
    ],
  },
];
