import type { Command } from "commander";
import type { Stores } from "../../../adapters/stores.ts";
import type { Change } from "../../../core/audit/audit-entry.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import { rebuildMarks } from "../../../core/counters/rebuild-marks.ts";
import { maximumEvents } from "../../../core/counters/restore-reserve.ts";
import { workEntry } from "../../../core/members/running-audit.ts";
import { operator } from "../audited.ts";
import { noSuchCounter, requireOrganization, requireStoredCounter } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { OperatorError, usageError } from "../terminal/failure.ts";
import { interruptible } from "../terminal/interruption.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { plural, printRecord } from "../terminal/output.ts";
import { startProgress } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";

type RebuildOptions = VerbOptions & { org: string; all?: boolean; from?: string };

export function addRebuildMarks(noun: Command): void {
  addVerb(noun, {
    name: "rebuild-marks",
    effect: "changes",
    summary: "Rebuilds the charts of counters from their history",
    example: "counter rebuild-marks --org org_0123456789ABCDEFGHIJ --all --local",
  })
    .argument("[counters...]", "their ids")
    .requiredOption("--org <org>", "id of their organization", optionValue(notBlank))
    .option("--all", "every counter of the organization, archived ones too, by id")
    .option(
      "--from <counter>",
      "with --all: continue at this counter, which an interrupted run prints",
      optionValue(notBlank),
    )
    .addHelpText("after", explanation)
    .action((counterIds: string[], options: RebuildOptions) => {
      if (counterIds.length > 0 === (options.all === true)) {
        throw usageError("specify either counter ids or --all");
      }
      if (options.from !== undefined && !options.all) throw usageError("--from goes with --all");
      return withStores(options, async (stores) => {
        const counters = await chosenCounters(stores, counterIds, options);
        await rebuild(stores, counters, options);
      });
    });
}

const explanation = `
Charts are drawn from marks, which counts write. This writes the marks of counts that are older
than marks, and draws days and hours anew after the organization's time zone has changed. It reads
the whole history of each counter. People can go on counting, and running it again changes nothing.`;

async function chosenCounters(
  stores: Stores,
  counterIds: string[],
  { org: organizationId, from = "" }: RebuildOptions,
): Promise<StoredCounter[]> {
  if (counterIds.length === 0) {
    await requireOrganization(stores, organizationId);
    const all = await stores.storedCounters.list(organizationId);
    return all.filter(({ id }) => id >= from).sort((one, other) => (one.id < other.id ? -1 : 1));
  }
  const counters: StoredCounter[] = [];
  for (const counterId of new Set(counterIds)) {
    counters.push(await requireStoredCounter(stores, { organizationId, counterId }));
  }
  return counters;
}

interface Sum {
  counters: number;
  events: number;
  marks: number;
  removed: number;
}

async function rebuild(
  stores: Stores,
  counters: StoredCounter[],
  options: RebuildOptions,
): Promise<void> {
  const sum: Sum = { counters: 0, events: 0, marks: 0, removed: 0 };
  const entry = workEntry(stores, operator(), "counter.rebuild-marks");
  const change = () => changeOf(counters, options.org, sum);
  const stopped = await interruptible(async (interruption) => {
    const next = await rebuildEach(stores, counters, {
      sum,
      isStopped: () => interruption.signal !== undefined,
      begin: () => entry.begin(change()),
      onRebuilt: () => entry.soFar(change()),
    });
    return next && { next, exitCode: interruption.exitCode };
  });
  if (stopped !== undefined) throw interrupted(stopped, counters.length, sum, options);
  const { events, marks } = sum;
  printRecord(options, { ...sum }, [
    `${plural(events, "event")} read, ${plural(marks, "mark")} written.`,
  ]);
}

interface Rebuild {
  /** Gets what is done. */
  sum: Sum;
  isStopped(): boolean;
  /** Called and awaited before each counter, and after it. */
  begin(): Promise<void>;
  onRebuilt(): Promise<void>;
}

/** Returns the counter before which it was stopped. */
async function rebuildEach(
  stores: Stores,
  counters: StoredCounter[],
  { sum, isStopped, begin, onRebuilt }: Rebuild,
): Promise<StoredCounter | undefined> {
  const total = counters.reduce((events, counter) => events + maximumEvents(counter), 0);
  const progress = startProgress({ total: Math.max(1, total), noun: "event" });
  let read = 0;
  const onEvents = (events: number) => {
    read = Math.min(total, read + events);
    progress.report(read);
  };
  try {
    for (const counter of counters) {
      if (isStopped()) return counter;
      const key = { organizationId: counter.organizationId, counterId: counter.id };
      await begin();
      const rebuilt = await rebuildMarks(stores, key, { onEvents, isStopped });
      if (rebuilt.result === "no_such_counter") throw noSuchCounter(key);
      if (rebuilt.result === "stopped") return counter;
      sum.counters += 1;
      sum.events += rebuilt.events;
      sum.marks += rebuilt.marks;
      sum.removed += rebuilt.removed;
      await onRebuilt();
    }
    return undefined;
  } finally {
    progress.end();
  }
}

function changeOf([only, ...more]: StoredCounter[], organizationId: string, sum: Sum): Change {
  const one = more.length === 0 ? only : undefined;
  const target = { kind: "counter", id: one?.id ?? null, name: one?.name ?? null };
  return { organizationId, target, before: null, after: { ...sum } };
}

function interrupted(
  { next, exitCode }: { next: StoredCounter; exitCode: number },
  total: number,
  { counters }: Sum,
  { org, all }: RebuildOptions,
): OperatorError {
  const goOn = all
    ? `; to go on: ${hint("counter rebuild-marks", "--org", org, "--all", "--from", next.id)}`
    : "; run it again to do the rest";
  return new OperatorError(`interrupted after ${counters} of ${plural(total, "counter")}${goOn}`, {
    exitCode,
  });
}
