import { allInOrder } from "../../all-in-order.ts";
import type { Clock } from "../../clock.ts";
import { conflict, retryConflicts } from "../../conflict.ts";
import type { StoredCounter } from "../../counters/counter.ts";
import type { StoredCounters } from "../../counters/counter-lookup.ts";
import type { ChangeAudit } from "../../members/member-audit.ts";
import type { RunningAudit } from "../../members/running-audit.ts";
import type { GroupKey, GroupMember, StoredGroup } from "../group.ts";
import { groupRecounted, type RecountedGroup } from "../group-audit.ts";
import { findGroup, type GroupLookupPorts, type NoSuchGroup } from "../group-changes.ts";
import {
  type GroupLevelChange,
  groupLevelChange,
  type LevelChangeReader,
} from "../level-change.ts";
import { differenceOf, type MemberCorrection, memberCorrections, sumOf } from "../recount-plan.ts";

/** A correction of a group and some of its members, in one transaction. */
export interface RecountWrite {
  before: StoredGroup;
  total: bigint;
  memberCount: number;
  /** Absent where the group's level stays. */
  levelChange?: GroupLevelChange;
  corrections: MemberCorrection[];
  audit: ChangeAudit | undefined;
}

export interface RecountStore extends Pick<LevelChangeReader, "calendar"> {
  /** The most corrections of one write. */
  maximumCorrections: number;
  /** Those of these counters that are members. */
  members(key: GroupKey, counterIds: string[]): Promise<GroupMember[]>;
  allMembers(key: GroupKey): Promise<GroupMember[]>;
  /**
   * Writes, with the audit entry, on condition that the group has the revision that was read, and that
   * counters whose counts evaluation passes over (they are no members, or their members are ahead) are
   * as they were read.
   */
  write(write: RecountWrite): Promise<"written" | "conflict">;
}

export interface GroupRecountPorts extends GroupLookupPorts {
  recounts: RecountStore;
  storedCounters: StoredCounters;
  clock: Pick<Clock, "backOff" | "now">;
}

export interface Recount extends RecountedGroup {
  result: "recounted";
}

/**
 * Makes a group's members agree with their counters, and its total with its members. Counts that
 * wait for evaluation are taken over early. The states of alerts stay as they are. With `audit`, each
 * write has the entry.
 */
export async function recountGroup(
  ports: GroupRecountPorts,
  key: GroupKey,
  audit?: RunningAudit,
): Promise<Recount | NoSuchGroup> {
  const found = await findGroup(ports, key);
  if (found.result !== "found") return found;
  const [members, counters] = await allInOrder([
    ports.recounts.allMembers(key),
    ports.storedCounters.list(key.organizationId),
  ]);
  const wrong = memberCorrections(key.groupId, members, counters);
  const corrected: MemberCorrection[] = [];
  const auditOf: AuditOf = (group, { corrections = [], difference = 0n }) =>
    audit?.soFar(groupRecounted(recountOf(group, [...corrected, ...corrections], difference)));
  // The group as it was read before everything else, as long as only this recount writes it.
  let known: StoredGroup | undefined = found.group;
  const { maximumCorrections } = ports.recounts;
  for (let start = 0; start < wrong.length; start += maximumCorrections) {
    const part = wrong.slice(start, start + maximumCorrections);
    known = known && (await writeCorrections({ ...ports, auditOf }, known, part));
    if (known !== undefined) {
      corrected.push(...part);
      continue;
    }
    const ids = part.map(({ counterId }) => counterId);
    const others = await correctMembers({ ...ports, auditOf }, key, ids);
    if (others === undefined) return { result: "no_such_group" };
    corrected.push(...others);
  }
  const sum = await correctTotal({ ...ports, auditOf }, key);
  if (sum === undefined) return { result: "no_such_group" };
  return { result: "recounted", ...recountOf(sum.group, corrected, sum.difference) };
}

/** The entry once a write is done, by the group as it is then and what the write has added. */
type AuditOf = (
  group: StoredGroup,
  write: { corrections?: MemberCorrection[]; difference?: bigint },
) => ChangeAudit | undefined;

type Audited = { auditOf: AuditOf };

/** What was done by `corrections`, and by a correction of the total alone. */
function recountOf(
  group: StoredGroup,
  corrections: MemberCorrection[],
  difference: bigint,
): RecountedGroup {
  return {
    group,
    difference: differenceOf(corrections) + difference,
    outdated: corrections.filter(({ before, after }) => before && after).length,
    missing: corrections.filter(({ before }) => before === undefined).length,
    orphaned: corrections.filter(({ after }) => after === undefined).length,
  };
}

/** Every conflict means that another change was written; a busy group changes often. */
const attempts = 100;

/** Corrects those of some members that are wrong by now; undefined when the group is gone. */
async function correctMembers(
  { groups, recounts, storedCounters, clock, auditOf }: GroupRecountPorts & Audited,
  key: GroupKey,
  ids: string[],
): Promise<MemberCorrection[] | undefined> {
  return await retryConflicts<MemberCorrection[] | undefined>(clock, contended(key), async () => {
    // Before everything else: its revision then covers what is read after it.
    const before = await groups.get(key);
    if (before === undefined) return undefined;
    const { organizationId } = key;
    const [members, counters] = await allInOrder([
      recounts.members(key, ids),
      allInOrder(ids.map((counterId) => storedCounters.get({ organizationId, counterId }))),
    ]);
    const corrections = memberCorrections(key.groupId, members, counters.filter(isFound));
    if (corrections.length === 0) return [];
    const ports = { recounts, clock, auditOf };
    const written = await writeCorrections(ports, before, corrections);
    return written === undefined ? conflict : corrections;
  });
}

/** Returns the group as it is then; undefined when another writer came first. */
async function writeCorrections(
  { recounts, clock, auditOf }: Pick<GroupRecountPorts, "recounts" | "clock"> & Audited,
  before: StoredGroup,
  corrections: MemberCorrection[],
): Promise<StoredGroup | undefined> {
  const total = before.total + differenceOf(corrections);
  const added = corrections.filter((correction) => correction.before === undefined).length;
  const removed = corrections.filter((correction) => correction.after === undefined).length;
  const memberCount = Math.max(0, before.memberCount + added - removed);
  const group = { ...before, total, memberCount, revision: before.revision + 1 };
  const audit = auditOf(group, { corrections });
  const moved = await moveTo({ recounts, clock }, before, total);
  const write = { before, total, memberCount, ...moved, corrections, audit };
  const written = await recounts.write(write);
  const { levelChange } = moved;
  return written === "written"
    ? { ...group, ...(levelChange && { lastCountAt: levelChange.at }) }
    : undefined;
}

async function moveTo(
  { recounts, clock }: Pick<GroupRecountPorts, "recounts" | "clock">,
  before: StoredGroup,
  total: bigint,
): Promise<Pick<RecountWrite, "levelChange">> {
  if (total === before.total) return {};
  return { levelChange: await groupLevelChange(recounts, before, clock.now()) };
}

/** Makes the group's own item agree with its members; undefined when the group is gone. */
async function correctTotal(
  { groups, recounts, clock, auditOf }: GroupRecountPorts & Audited,
  key: GroupKey,
) {
  type Corrected = { group: StoredGroup; difference: bigint } | undefined;
  return await retryConflicts<Corrected>(clock, contended(key), async () => {
    const before = await groups.get(key);
    if (before === undefined) return undefined;
    const sum = sumOf(await recounts.allMembers(key));
    const difference = sum.total - before.total;
    const same = difference === 0n && sum.memberCount === before.memberCount;
    if (same) return { group: before, difference };
    const group = { ...before, ...sum, revision: before.revision + 1 };
    const audit = auditOf(group, { difference });
    const moved = await moveTo({ recounts, clock }, before, sum.total);
    const written = await recounts.write({ before, ...sum, ...moved, corrections: [], audit });
    return written === "written" ? { group, difference } : conflict;
  });
}

function contended({ groupId }: GroupKey) {
  return { attempts, what: `group ${groupId}` };
}

function isFound(counter: StoredCounter | undefined): counter is StoredCounter {
  return counter !== undefined;
}
