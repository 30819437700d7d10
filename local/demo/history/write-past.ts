import type { Stores } from "../../../adapters/stores.ts";
import type { CountEvent } from "../../../core/counters/count-event.ts";
import { type OrganizationPast, organizationPast, type PastSource } from "./demo-past.ts";
import { forgetPastSources, unwrittenPast } from "./past-sources.ts";

type PastStores = Pick<Stores, "pastEvents" | "markWriter" | "organizations">;

/** Writes what charts, reports and comparisons of the past read. */
export async function writeMarks(
  { markWriter }: Pick<PastStores, "markWriter">,
  { group, counters }: OrganizationPast,
): Promise<void> {
  const lists = counters.map(({ counter: { organizationId, id }, marks }) => ({
    target: { organizationId, targetId: id },
    marks,
  }));
  if (group !== undefined) {
    const { organizationId, id } = group.group;
    lists.push({ target: { organizationId, targetId: id }, marks: group.marks });
  }
  for (const { target, marks } of lists) {
    await inSteps(marks, (step) => markWriter.put(target, step));
  }
}

/** Writes what was counted since the day began. */
export async function writeToday(
  stores: PastStores,
  { todayMs }: PastSource,
  past: OrganizationPast,
): Promise<void> {
  await writeEvents(stores, past, (atMs) => atMs >= todayMs);
}

interface HistoryWriting {
  signal: AbortSignal;
  print(line: string): void;
}

/**
 * Writes the counts of the days before today of a demo that was just seeded. Where it breaks off, the next start
 * writes the same items again.
 */
export async function writeHistory(
  folder: string,
  stores: PastStores,
  { signal, print }: HistoryWriting,
): Promise<void> {
  const sources = unwrittenPast(folder);
  if (sources.length === 0) return;
  print("Writing eight weeks of history for the demo …");
  try {
    await writeAll(folder, stores, { sources, signal, print });
  } catch (error) {
    // It must not end the service.
    if (!signal.aborted)
      print(`The demo's history is not complete; the next start continues it: ${error}`);
  }
}

async function writeAll(
  folder: string,
  stores: PastStores,
  { sources, signal, print }: HistoryWriting & { sources: PastSource[] },
): Promise<void> {
  const startedMs = performance.now();
  let events = 0;
  for (const source of sources) {
    // Somebody may have deleted it.
    if ((await stores.organizations.get(source.organizationId)) === undefined) continue;
    const past = await organizationPast(source);
    const { todayMs } = source;
    events += await writeEvents(stores, past, (atMs) => atMs < todayMs, signal);
    if (signal.aborted) return;
  }
  forgetPastSources(folder);
  const seconds = Math.ceil((performance.now() - startedMs) / 1_000);
  print(`The demo's history is written: ${events.toLocaleString("en")} counts in ${seconds} s.`);
}

/** Items of one step, and steps at once: few, so that other work of the service goes in between. */
const stepItems = 50;
const stepsAtOnce = 4;

/** Returns how many it has written. */
async function writeEvents(
  { pastEvents }: Pick<PastStores, "pastEvents">,
  { counters }: OrganizationPast,
  isPart: (atMs: number) => boolean,
  signal?: AbortSignal,
): Promise<number> {
  const isEventOfPart = ({ createdAt }: CountEvent) => isPart(Date.parse(createdAt));
  let written = 0;
  for (const { counter, events } of counters) {
    const wanted = events.filter(isEventOfPart);
    await inSteps(wanted, (step) => pastEvents.put(counter, step), signal);
    written += wanted.length;
  }
  return written;
}

async function inSteps<Item>(
  items: Item[],
  write: (step: Item[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let start = 0;
  const work = async () => {
    while (start < items.length && !signal?.aborted) {
      const step = items.slice(start, start + stepItems);
      start += stepItems;
      await write(step);
    }
  };
  await Promise.all(Array.from({ length: stepsAtOnce }, work));
}
