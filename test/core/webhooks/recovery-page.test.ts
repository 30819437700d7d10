import { expect, test } from "vitest";
import { countResolvers } from "../../../core/webhooks/count-webhooks.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import type { EventQuery } from "../../../core/webhooks/missing-deliveries.ts";
import {
  type RecoveryEntry,
  type RecoveryPage,
  type RecoveryPagePorts,
  recoveryPage,
} from "../../../core/webhooks/recovery-page.ts";
import { count, endpoint, failed } from "./failed-deliveries.ts";

test("a recovery that fails says what was resent before", async () => {
  const records = new Map([1, 2, 3].map((number) => [failed(number).deliveryId, failed(number)]));
  const broken = [...records.keys()][2];
  const sent: string[] = [];
  const ports: RecoveryPagePorts = {
    openKeys: async () => [...records.keys()].map((id) => deliveryKeyOf(id)?.deliveryKey ?? ""),
    load: async (id) => records.get(id),
    endpoint: async () => endpoint,
    resolvers: countResolvers(async ({ lastEventId }) => count(lastEventId)),
    restart: async () => true,
    async send({ deliveryId }) {
      if (deliveryId === broken) throw new Error("no queue");
      sent.push(deliveryId);
    },
    newFencingToken: () => "t1",
    now: () => Date.parse("2030-01-01T00:00:00.000Z"),
    wait: async () => {},
    eventsIn: async () => ({ events: [], next: null }),
    recorded: async () => new Set(),
    recordFirst: async () => false,
  };
  const recorded: (string | number)[] = [];
  const entry: RecoveryEntry = {
    begin: async () => void (recorded.length === 0 && recorded.push("begun")),
    resent: async (more) => void recorded.push(more),
  };
  const part = { sinceMs: 0, dryRun: false, startedAtMs: ports.now() };
  const result = await recoveryPage(ports, endpoint, part, { entry });
  expect(result).toMatchObject({ result: "failed", page: { found: 3, resent: 2 } });
  expect(sent).toHaveLength(2);
  expect(recorded).toEqual(["begun", 2]);
});

/** There is nothing to recover. */
const nothing: RecoveryPagePorts = {
  openKeys: async () => [],
  load: async () => undefined,
  endpoint: async () => endpoint,
  resolvers: countResolvers(async ({ lastEventId }) => count(lastEventId)),
  restart: async () => true,
  send: async () => {},
  newFencingToken: () => "t1",
  now: () => Date.parse("2030-01-01T00:00:00.000Z"),
  wait: async () => {},
  eventsIn: async () => ({ events: [], next: null }),
  recorded: async () => new Set(),
  recordFirst: async () => false,
};

const noEntry: RecoveryEntry = { begin: async () => {}, resent: async () => {} };

/** The pages of a dry run, up to its end. */
async function counted(ports: RecoveryPagePorts, of = endpoint) {
  const pages: RecoveryPage[] = [];
  let from: string | undefined;
  do {
    const part = { sinceMs: 0, dryRun: true, startedAtMs: ports.now(), from };
    const { page } = await recoveryPage(ports, of, part, { entry: noEntry });
    pages.push(page);
    from = page.next ?? undefined;
  } while (from !== undefined);
  return pages;
}

test("more deliveries than a page holds are counted to the last", async () => {
  const all = Array.from({ length: 1_001 }, (_, number) => `k${String(number).padStart(4, "0")}`);
  const pages = await counted({
    ...nothing,
    openKeys: async ({ state, after = "", limit }) =>
      state === "failed" ? all.filter((key) => key > after).slice(0, limit) : [],
  });
  expect(pages.map(({ found }) => found)).toEqual([0, 500, 500, 1, 0, 0]);
});

test("a pause right after the creation leads to nothing that was counted before", async () => {
  const at = (minutes: number) => new Date(Date.parse(endpoint.createdAt) + minutes * 60_000);
  const looked: EventQuery[] = [];
  const ports: RecoveryPagePorts = {
    ...nothing,
    now: () => at(60).getTime(),
    async eventsIn(query) {
      looked.push(query);
      return { events: [], next: null };
    },
  };
  const pauses = [{ from: at(1).toISOString(), to: at(2).toISOString() }];
  await counted(ports, { ...endpoint, pauses });
  expect(looked[0]?.times).toMatchObject([{ fromMs: Date.parse(endpoint.createdAt) }]);
});
