import { newCounter, type StoredCounter } from "../../core/counters/counter.ts";
import { importCounters } from "../../core/counters/settings/import/counter-import.ts";
import { tapOneByOne } from "../../core/counters/taps/tap-run.ts";
import { newGroup } from "../../core/groups/group.ts";
import { deleteGroup } from "../../core/groups/settings/delete-group.ts";
import { resetGroup } from "../../core/groups/settings/reset-group.ts";
import { newOrganization } from "../../core/organizations/organization.ts";
import { operator } from "./audit/operator.ts";
import { MemoryTaps } from "./counters/memory-taps.ts";

/** A run, what becomes of what it goes through, and what it tells and asks. */
export interface Run {
  /** What becomes of each thing: most are well, some are gone meanwhile, and some are to be kept. */
  of: ("well" | "gone" | "kept")[];
  /** How many of them one part takes. */
  part: number;
  /** How many more or fewer were counted at first than there are. */
  miscounted: number;
  onProgress(done: number, total?: number): void;
  isStopped(): boolean;
  wasStopped(): boolean;
  /** What was reported last. */
  reported(): number;
  /** Called by each part; throws in the one that fails. */
  work(): void;
}
type Adjusted = { key: { counterId: string } };
type Decide = (counter: StoredCounter | undefined) => {
  result: unknown;
  write?: { after: StoredCounter };
};

/**
 * How one ends: early, or at the total that it must reach. `untold`: how many it does not say that it
 * kept, of those that it came to.
 */
export type LongRun = (run: Run) => Promise<"stopped" | RunEnd>;
interface RunEnd {
  endedAs?: "stopped" | "failed" | undefined;
  total?: number;
  untold?: number;
}

export const key = {
  organizationId: "org_00000000000000000001",
  groupId: "grp_00000000000000000001",
};
const randomBase62 = (length: number) => "0".repeat(length);
const clock = { now: () => 0, backOff: async () => {} };
const organization = newOrganization({ name: "Org", plan: "pro" }, { nowMs: 0, randomBase62 });
const record = { organization, counterCount: 0, groupCount: 1, nextDayStart: "2030" };
const group = newGroup({ name: "Hall" }, key, 0);
export const counterAt = (at: number) =>
  newCounter({ name: `Gate ${at}`, groupId: key.groupId }, { ...key, counterId: `ctr_${at}` }, 0);
export const countersOf = ({ of }: Run) =>
  new Map(of.map((_, at): [string, StoredCounter] => [`ctr_${at}`, counterAt(at)]));
export const fateOf = ({ of }: Run, id: string) => of[Number(id.split("_").at(-1))];
export const common = {
  ...{ clock, randomBase62, organizations: { get: async () => record } },
  auditLog: { record: async () => {} },
  groups: { get: async () => group, list: async () => [] },
};
export const keptOf = ({ of }: Run) => of.filter((fate) => fate === "kept").length;
const goneOf = ({ of }: Run) => of.filter((fate) => fate === "gone").length;

/** Decides by these counters; those that are gone are in no group by then. */
function changesOf(counters: Map<string, StoredCounter>, run: Run) {
  return {
    async change({ counterId }: { counterId: string }, decide: Decide) {
      run.work();
      const counter = counters.get(counterId);
      const isGone = fateOf(run, counterId) === "gone";
      const { result, write } = decide(counter && { ...counter, ...(isGone && { groupId: null }) });
      if (write !== undefined) counters.set(counterId, write.after);
      return result;
    },
  };
}

export const counterRuns: Record<string, LongRun> = {
  async "an import with creations and updates"(run) {
    const counters = new Map([...countersOf(run)].filter(([id]) => fateOf(run, id) !== "well"));
    const lines = [["name", "goalTarget"], ...run.of.map((_, at) => [`Gate ${at}`, "5"])];
    const create = async (batch: StoredCounter[]) => {
      run.work();
      for (const counter of batch) counters.set(counter.id, counter);
      return { result: "created", created: batch.length };
    };
    const ports = {
      ...common,
      storedCounters: { list: async () => [...counters.values()] },
      counterChanges: changesOf(counters, run),
      counterCreator: { maximumItems: 8 * run.part, create },
      groupCreator: { maximumBatch: 1 },
    };
    const file = {
      hash: "0".repeat(64),
      rows: lines.map((cells, at) => ({ line: at + 1, cells })),
    };
    const request = {
      ...key,
      file,
      createGroups: false,
      by: operator,
      existing: "update",
    } as const;
    let part = await importCounters(ports as never, request, run);
    if (part.result === "imported") return { total: part.created + part.updated };
    if (part.result !== "stopped") return {};
    // Those who go on where a part has stopped leave no row out.
    while (part.result === "stopped") {
      let asked = 0;
      const control = { isStopped: () => asked++ > 0, onProgress: () => {} };
      const { updatedThrough, updates: seenUpdates } = part;
      const left = { ...request, updatedThrough, seenUpdates };
      part = await importCounters(ports as never, left, control);
    }
    const undone = [...counters.values()].filter(({ goalTarget }) => goalTarget !== 5);
    return { endedAs: "stopped", untold: undone.length };
  },
  async "the deletion of a group, from which others take counters"(run) {
    const counters = countersOf(run);
    const ports = {
      ...common,
      storedCounters: { list: async () => [...counters.values()] },
      counterChanges: changesOf(counters, run),
      groupDeletions: { deleteEmpty: async () => ({ result: "deleted", group, alerts: [] }) },
    };
    const deletion = await deleteGroup(ports as never, { key, ungroup: true, by: operator }, run);
    if (deletion.result !== "deleted") return "stopped";
    return { total: run.of.length, untold: run.of.length - deletion.ungrouped - goneOf(run) };
  },
  async "the reset of a group with numbers that are too far away"(run) {
    const members = [...countersOf(run).keys()].toSorted().map((counterId) => ({ counterId }));
    let tooFar = 0;
    const ports = {
      ...common,
      recounts: { allMembers: async () => members },
      adjustments: {
        async adjust({ key: { counterId } }: Adjusted, decide: Decide) {
          run.work();
          const far = { count: Number.MIN_SAFE_INTEGER, resetTo: Number.MAX_SAFE_INTEGER };
          const fate = fateOf(run, counterId);
          if (fate === "kept") tooFar += 1;
          const counter = { ...counterAt(0), ...(fate === "kept" ? far : { count: 7 }) };
          return decide(fate === "gone" ? undefined : counter).result;
        },
      },
    };
    const reset = await resetGroup(ports as never, { key }, { by: operator, ...run });
    if (reset.result !== "reset") return "stopped";
    const endedAs = reset.next === null ? undefined : "stopped";
    return { endedAs, total: run.of.length, untold: reset.outOfRange - tooFar };
  },
  async "taps one by one"(run) {
    const taps = new MemoryTaps(counterAt(0));
    taps.meanwhile = async () => run.work();
    const tap = { direction: "up" as const, metadata: null };
    const request = { key: { ...key, counterId: "ctr_0" }, tap, times: run.of.length + 1 };
    const tapped = await tapOneByOne({ taps, clock }, request, run);
    return tapped.result === "stopped" ? "stopped" : { total: run.of.length + 1 };
  },
};
