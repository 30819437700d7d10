import { isCounterId } from "../counters/counter-names.ts";
import { sortByName } from "../list-order.ts";
import { selectedTiles } from "./overview-limits.ts";

/** A counter or group among which tiles are selected. */
export interface Candidate {
  id: string;
  name: string;
  level: number;
  /** The group's capacity or the counter's goal; null without one. */
  limit: number | null;
  /** Of the newest count. */
  lastCountAt: string | null;
  createdAt: string;
  /** What was ever counted, up and down together. */
  counted: number;
}

/** The most candidates whose counts of today are looked at: one BatchGetItem. */
const maximumCandidates = 100;

const dayMs = 86_400_000;

/**
 * The candidates that may be the busiest today, as far as their own items tell: of those that have
 * counted today, the ones with the most counts per day since they were created.
 */
export function busyCandidates(
  candidates: Candidate[],
  { startMs, nowMs }: { startMs: number; nowMs: number },
): Candidate[] {
  const daysOf = ({ createdAt }: Candidate) => Math.max(1, (nowMs - Date.parse(createdAt)) / dayMs);
  return candidates
    .filter(({ lastCountAt }) => lastCountAt !== null && Date.parse(lastCountAt) >= startMs)
    .map((candidate) => ({ candidate, perDay: candidate.counted / daysOf(candidate) }))
    .sort((a, b) => b.perDay - a.perDay)
    .slice(0, maximumCandidates)
    .map(({ candidate }) => candidate);
}

/**
 * The ids of the tiles of an organization that has pinned nothing: half of them the fullest, groups
 * first, the rest the busiest of today, then others by name. `countedBefore` says how much each busy
 * candidate had counted before the day began.
 */
export function selectTargets(
  candidates: Candidate[],
  { busy, countedBefore }: { busy: Candidate[]; countedBefore: Map<string, number> },
): string[] {
  const today = (candidate: Candidate) =>
    candidate.counted - (countedBefore.get(candidate.id) ?? candidate.counted);
  const fullest = candidates
    .filter((candidate) => fullness(candidate) > 0)
    // A group that is nearly full matters more than a goal that is nearly reached.
    .sort((a, b) => Number(isGroup(b)) - Number(isGroup(a)) || fullness(b) - fullness(a));
  const busiest = busy.toSorted((a, b) => today(b) - today(a));
  const half = Math.ceil(selectedTiles / 2);
  const wanted = [...fullest.slice(0, half), ...busiest, ...fullest.slice(half)];
  const ids = new Set(wanted.map(({ id }) => id));
  if (ids.size < selectedTiles) for (const { id } of sortByName([...candidates])) ids.add(id);
  return [...ids].slice(0, selectedTiles);
}

function isGroup({ id }: Candidate): boolean {
  return !isCounterId(id);
}

function fullness({ level, limit }: Candidate): number {
  return limit !== null && limit > 0 ? level / limit : 0;
}
