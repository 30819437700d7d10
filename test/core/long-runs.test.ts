import fc from "fast-check";
import { expect, test } from "vitest";
import { continueDeletion } from "../../core/data/deletion.ts";
import { newRepairSum, repair } from "../../core/data/repair.ts";
import { restorableTable } from "../../core/data/restore/restorable-tables.ts";
import { restoreTable } from "../../core/data/restore/restore-table.ts";
import { redriveRecords } from "../../core/failed-records.ts";
import { findStuck } from "../../core/operations/find-stuck.ts";
import { countResolvers } from "../../core/webhooks/count-webhooks.ts";
import { deliveryKeyOf } from "../../core/webhooks/delivery-id.ts";
import { countRecoverable, recover } from "../../core/webhooks/recover.ts";
import { type DeadLetter, redriveQueue } from "../../core/webhooks/redrive.ts";
import { runs } from "../soak/runs.ts";
import { operator } from "./audit/operator.ts";
import {
  common,
  counterAt,
  counterRuns,
  countersOf,
  fateOf,
  keptOf,
  key,
  type LongRun,
  type Run,
} from "./counter-runs.ts";
import { count, endpoint, failed } from "./webhooks/failed-deliveries.ts";

const Plan = fc.record({
  of: fc.array(
    fc.constantFrom<Run["of"][number][]>("well", "well", "well", "well", "gone", "kept"),
    {
      maxLength: 13,
    },
  ),
  part: fc.integer({ min: 1, max: 5 }),
  /** Before this part it is stopped, and in that one a call fails. */
  stopsAt: fc.option(fc.nat(15), { freq: 2 }),
  failsAt: fc.option(fc.nat(15), { freq: 2 }),
  miscounted: fc.integer({ min: -3, max: 3 }),
});
const longRuns: Record<string, LongRun> = {
  ...counterRuns,
  async "a redrive of failed records"(run) {
    const objects = run.of.map((_, at) => ({ key: `object_${at}`, failedAt: undefined }));
    const store = {
      list: async () => objects,
      read: async (name: string) => {
        run.work();
        const gone = fateOf(run, name) === "gone";
        return gone ? undefined : { items: [name], unreadable: [], onlyUnreadable: undefined };
      },
      ...{ replace: async () => {}, remove: async () => {} },
    };
    let unhandled = 0;
    const handle = async (items: string[]) => {
      const kept = items.filter((item) => fateOf(run, item) === "kept");
      unhandled += kept.length;
      return kept.map((item) => ({ item, cause: "no" }));
    };
    const options = { ...run, discardUnreadable: false };
    const { problems, left } = await redriveRecords({ store, handle, nameOf: String }, options);
    const endedAs = run.wasStopped() ? "stopped" : undefined;
    return { endedAs, total: objects.length, untold: problems.length + left - 2 * unhandled };
  },
  async "a redrive of a dead-letter queue, whose count is approximate"(run) {
    const left = run.of.map((fate, at): DeadLetter => {
      const message = fate === "kept" ? undefined : ({} as DeadLetter["message"]);
      const messageId = `letter_${at}`;
      return {
        messageId,
        receiptHandle: messageId,
        sentMs: fate === "gone" ? 1 : 0,
        text: "",
        message,
      };
    });
    let taken = 0;
    const queue = {
      count: async () => Math.max(0, run.of.length + run.miscounted),
      peek: async () => [],
      async take() {
        run.work();
        const some = left.splice(0, run.part);
        taken += some.length;
        return some;
      },
      sendAgain: async (letters: DeadLetter[]) =>
        letters.filter(({ messageId }) => messageId.endsWith("5")),
      ...{ remove: async () => {}, release: async () => {} },
    };
    const options = { ...run, startMs: 0, discardUnreadable: false, onDiscard: () => {} };
    const { kept, redriven } = await redriveQueue(queue, options);
    const endedAs = run.wasStopped() ? "stopped" : undefined;
    return { endedAs, total: run.of.length, untold: taken - redriven - kept.length };
  },
  async "a recovery, of which each part has forty"(run) {
    const records = Array.from({ length: 17 * run.of.length }, (_, at) => failed(at + 1));
    const keys = records.map(({ deliveryId }) => deliveryKeyOf(deliveryId)?.deliveryKey ?? "");
    const isKept = (lastEventId: number) => run.of[lastEventId % run.of.length] === "kept";
    let refused = 0;
    const ports = {
      ...{ ...common, now: () => 0, wait: async () => {}, newFencingToken: () => "t" },
      openKeys: async (of: { state: string; after?: string; limit: number }) =>
        of.state !== "failed"
          ? []
          : keys
              .toSorted()
              .filter((each) => each > (of.after ?? ""))
              .slice(0, of.limit),
      load: async (id: string) => records.find(({ deliveryId }) => deliveryId === id),
      endpoint: async () => endpoint,
      resolvers: countResolvers(async ({ lastEventId }) => {
        if (!isKept(lastEventId)) return count(lastEventId);
        refused += 1;
        return undefined;
      }),
      restart: async () => true,
      send: async () => run.work(),
    };
    const leftOut: string[] = [];
    const total = await countRecoverable(ports as never, endpoint, { sinceMs: 0 });
    const recovery = await recover(ports as never, endpoint, {
      ...{ by: operator, sinceMs: 0, rate: 100, isStopped: run.isStopped },
      onProgress: (done) => run.onProgress(done, total),
      onLeftOut: (id) => void leftOut.push(id),
    });
    const untold = refused - leftOut.length;
    if (recovery.result === "failed") return { endedAs: "failed", untold };
    if (recovery.result !== "done") return { endedAs: "stopped", untold };
    return { total: records.length, untold: untold + total - recovery.resent - leftOut.length };
  },
  async "a repair of two organizations, whose counters are deleted meanwhile"(run) {
    const counters = countersOf(run);
    const sum = newRepairSum();
    const isGone = (id: string) => fateOf(run, id) === "gone";
    const read = new Map<string, number>();
    const ports = {
      ...{ ...common, numberStores: [], organizationName: async () => "Org" },
      storedCounters: {
        list: async () => [...counters.values()],
        async get({ counterId }: { counterId: string }) {
          const reads = (read.get(counterId) ?? 0) + 1;
          read.set(counterId, reads);
          return isGone(counterId) && reads > 1
            ? undefined
            : { ...counterAt(0), id: counterId, lastEventId: 2 };
        },
      },
      countEvents: {
        async page(_: unknown, { beforeEventId }: { beforeEventId: number }) {
          run.work();
          const lastEventId = beforeEventId - 1;
          return [
            {
              ...{ id: "e", counterId: "", lastEventId, count: 1, previousCount: 0, delta: 1 },
              createdAt: "2030-01-01T00:00:00.000Z",
              metadata: null,
            },
          ];
        },
      },
      markWriter: {
        positions: async () => new Map(),
        ...{ put: async () => {}, delete: async () => {} },
      },
      calendar: async () => ({ timeZone: "UTC" }),
    };
    const onEvents = (done: number) => run.onProgress(done);
    const options = { by: operator, sum, isStopped: run.isStopped, onEvents, onDamaged: () => {} };
    const { organizationId } = key;
    for (const scope of [{ organizationId }, { organizationId }]) {
      const { result } = await repair(ports as never, scope, options);
      if (result === "stopped") return "stopped";
      read.clear();
    }
    return { untold: run.reported() - sum.events };
  },
  async "the deletion of an organization, to which items are added meanwhile"(run) {
    const left = run.of.map((_, at) => at);
    let rounds = 0;
    const deletions = {
      get: async () => ({ ...key, name: "Org", startedAt: "", endpointIds: [] }),
      async removeSome() {
        run.work();
        const removed = left.splice(0, run.part).length;
        return { removed, done: left.length === 0 };
      },
      finish: async () => rounds++ > 0 || left.push(...run.of.map((_, at) => at)) === 0,
    };
    const deletion = await continueDeletion({ deletions } as never, key.organizationId, {
      isStopped: run.isStopped,
      onProgress: (_, removed) => run.onProgress(removed),
    });
    if (deletion.result !== "deleted") return "stopped";
    return { untold: run.reported() - deletion.removed };
  },
  async "the restore of a table"(run) {
    const items = run.of.map((_, at) => ({
      ...{ keyHash: { S: `hash_${at}` }, keyId: { S: `key_${at}` } },
      ...{ organizationId: { S: key.organizationId }, requestsPerMinute: { N: "60" } },
    }));
    const gone = new Set(
      items.filter(({ keyId }) => fateOf(run, keyId.S) === "gone").map(({ keyId }) => keyId.S),
    );
    const ports = {
      async *pages() {
        for (let at = 0; at < items.length; at += run.part) {
          const next = at + run.part < items.length ? String(at) : undefined;
          yield { items: items.slice(at, at + run.part), next };
        }
      },
      live: async (some: unknown[]) => some.map(() => undefined),
      async write({ keyId }: (typeof items)[number]) {
        run.work();
        return fateOf(run, keyId.S) !== "kept";
      },
      logged: () => async () => ({ deleted: gone, roles: new Map() }),
      keepPace: async () => {},
    };
    const { tally, stoppedAt } = await restoreTable(
      ports as never,
      restorableTable("ApiKeys") ?? expect.fail(),
      {
        ...{ nowMs: 0, dryRun: false, overwrite: false, includeDeleted: false },
        ...{ isStopped: run.isStopped, onFirstWrite: async () => {} },
        onProgress: ({ verdicts }) =>
          run.onProgress(
            Object.values(verdicts).reduce((sum, each) => sum + each),
            items.length,
          ),
      },
    );
    if (stoppedAt !== undefined) return "stopped";
    const untold = tally.verdicts.deleted + tally.changedMeanwhile - gone.size - keptOf(run);
    return { total: items.length, untold };
  },
  async "the search for lost deliveries"(run) {
    const endpoints = run.of.map((_, at) => ({ ...key, endpointId: `end_${at}` }));
    const openKeys = async () => {
      run.work();
      return [];
    };
    const ports = { now: () => 0, openKeys, load: async () => undefined };
    const onProgress = (done: number) => run.onProgress(done, endpoints.length);
    await findStuck(ports, endpoints, 500, onProgress);
    return { total: endpoints.length };
  },
};

test.each(Object.entries(longRuns))(
  "what %s reports never falls or exceeds its total, ends at it, and says what it kept, however it ends",
  async (_, start) => {
    const ends = { finished: 0, stopped: 0, failed: 0 };
    await fc.assert(
      fc.asyncProperty(Plan, async (plan) => {
        const reports: number[] = [];
        let [asked, worked, total, wasStopped] = [0, 0, 0, false];
        const run: Run = {
          ...plan,
          onProgress(done, of = done) {
            expect(done).toBeGreaterThanOrEqual(reports.at(-1) ?? 0);
            expect(done).toBeLessThanOrEqual(of);
            reports.push(done);
            total = of;
          },
          reported: () => reports.at(-1) ?? 0,
          isStopped() {
            wasStopped ||= asked++ === plan.stopsAt;
            return wasStopped;
          },
          wasStopped: () => wasStopped,
          work() {
            if (worked++ === plan.failsAt) throw new Error("a call fails");
          },
        };
        const told = await start(run).catch((error: Error) => {
          if (!/a call fails/.test(error.message)) throw error;
          return "failed" as const;
        });
        const { endedAs, ...end } = typeof told === "string" ? { endedAs: told } : told;
        ends[endedAs ?? "finished"] += 1;
        expect(end.untold ?? 0).toBe(0);
        if (endedAs === undefined && end.total !== undefined)
          expect([run.reported(), total]).toEqual([end.total, end.total]);
      }),
      { numRuns: runs(2_000) },
    );
    expect(Math.min(ends.finished, ends.failed)).toBeGreaterThan(5);
  },
);
