import { expect, test } from "vitest";
import { countResolvers } from "../../../core/webhooks/count-webhooks.ts";
import { deliveryKeyOf, deliveryKeysFrom } from "../../../core/webhooks/delivery-id.ts";
import {
  type RecoveryEntry,
  type RecoveryPage,
  type RecoveryPagePorts,
  type RecoveryPart,
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
};

const noEntry: RecoveryEntry = { begin: async () => {}, resent: async () => {} };

/** The pages of a dry run, up to its end. */
async function counted(ports: RecoveryPagePorts, what: Partial<RecoveryPart> = {}) {
  const pages: RecoveryPage[] = [];
  let from: string | undefined;
  do {
    const part = { sinceMs: 0, dryRun: true, startedAtMs: ports.now(), from, ...what };
    const { page } = await recoveryPage(ports, endpoint, part, { entry: noEntry });
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
  expect(pages.map(({ found }) => found)).toEqual([0, 500, 500, 1, 0]);
});

test.each([
  [false, { retry_scheduled: "recent", failed: "recent", paused: "recent" }],
  [true, { retry_scheduled: "all", failed: "recent", paused: "all" }],
])(
  "what waits is looked for however old its event is, where it is wanted: %s",
  async (...given) => {
    const [waiting, expected] = given;
    const sinceMs = nothing.now() - 60_000;
    const looked = new Map<string, string>();
    const ports: RecoveryPagePorts = {
      ...nothing,
      async openKeys({ state, since }) {
        looked.set(state, since === deliveryKeysFrom(sinceMs) ? "recent" : since);
        return [];
      },
    };
    await counted(ports, { sinceMs, waiting });
    const all = deliveryKeysFrom(0);
    expect(Object.fromEntries(looked)).toEqual(
      Object.fromEntries(
        Object.entries(expected).map(([state, from]) => [state, from === "all" ? all : from]),
      ),
    );
  },
);
