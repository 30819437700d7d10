import type { Stores } from "../../../adapters/stores.ts";
import type { CountEvent } from "../../../core/counters/count-event.ts";
import type { CountMark } from "../../../core/counters/count-mark.ts";
import { type OrganizationPast, organizationPast, type PastSource } from "./demo-past.ts";
import { forgetPastSources, unwrittenPast } from "./past-sources.ts";

type PastStores = Pick<Stores, "pastEvents" | "markWriter" | "organizations">;

/** Writes what was counted since the day began, with its marks. */
export async function writeToday(
  stores: PastStores,
  { todayMs }: PastSource,
  past: OrganizationPast,
): Promise<void> {
  await writePart(stores, past, (atMs) => atMs >= todayMs);
}

interface HistoryWriting {
  signal: AbortSignal;
  print(line: string): void;
}

/**
 * Writes the days before today of a demo that was just seeded. Where it breaks off, the next start
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
    events += await writePart(stores, past, (atMs) => atMs < todayMs, signal);
    if (signal.aborted) return;
  }
  forgetPastSources(folder);
  const seconds = Math.ceil((performance.now() - startedMs) / 1_000);
  print(`The demo's history is written: ${events.toLocaleString("en")} counts in ${seconds} s.`);
}

/** Items of one step, and steps at once: few, so that other work of the service goes in between. */
const stepItems = 50;
const stepsAtOnce = 4;

/** Returns how many events it has written. */
async function writePart(
  { pastEvents, markWriter }: PastStores,
  { group, counters }: OrganizationPast,
  isPart: (atMs: number) => boolean,
  signal?: AbortSignal,
): Promise<number> {
  const isEventOfPart = ({ createdAt }: CountEvent) => isPart(Date.parse(createdAt));
  const isMarkOfPart = ({ at }: CountMark) => isPart(Date.parse(at));
  let written = 0;
  const inSteps = async <Item>(items: Item[], write: (step: Item[]) => Promise<void>) => {
    let start = 0;
    const work = async () => {
      while (start < items.length && !signal?.aborted) {
        const step = items.slice(start, start + stepItems);
        start += stepItems;
        await write(step);
      }
    };
    await Promise.all(Array.from({ length: stepsAtOnce }, work));
  };
  for (const { counter, events, marks } of counters) {
    const target = { organizationId: counter.organizationId, targetId: counter.id };
    const wanted = events.filter(isEventOfPart);
    await inSteps(wanted, (step) => pastEvents.put(counter, step));
    await inSteps(marks.filter(isMarkOfPart), (step) => markWriter.put(target, step));
    written += wanted.length;
  }
  if (group) {
    const { organizationId, id: targetId } = group.group;
    const marks = group.marks.filter(isMarkOfPart);
    await inSteps(marks, (step) => markWriter.put({ organizationId, targetId }, step));
  }
  return written;
}
