import type { Change } from "../audit/audit-entry.ts";
import type { Clock } from "../clock.ts";
import { conflict, retryConflicts } from "../conflict.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import type { AuditPorts, ChangeAudit } from "../members/member-audit.ts";
import { runningAudit } from "../members/running-audit.ts";
import {
  findOrganizationName,
  type NoSuchOrganization,
  type OrganizationName,
} from "../organization-id.ts";
import type { OrganizationRecord } from "../organizations/organization.ts";

/** A stored number that is wrong, and what it is corrected to. */
export interface NumberCorrection {
  item: "organization" | "roster" | "counter" | "group";
  /** Of the organization for its roster. */
  id: string;
  number: `${"counter" | "group" | "alert" | "member" | "owner"}Count`;
  before: number;
  after: number;
}

/** The numbers that were wrong at this revision. The item with the revision is read first. */
export interface NumbersRead {
  revision: number;
  wrong: NumberCorrection[];
}

/** Numbers that one revision covers. */
export interface NumberStore {
  /** The most corrections of one write. */
  maximumCorrections: number;
  /** Undefined when there is no such organization. */
  read(organizationId: string): Promise<NumbersRead | undefined>;
  /**
   * Writes, with the audit entry, on condition that the revision and the numbers are as they were read,
   * and raises the revision by one.
   */
  write(write: NumberWrite): Promise<"written" | "conflict">;
}

export interface NumberWrite {
  organizationId: string;
  revision: number;
  corrections: NumberCorrection[];
  audit: ChangeAudit;
}

export interface RecountPorts extends AuditPorts {
  organizationName: OrganizationName;
  /** The organization's own numbers with those of its counters and groups, and its roster's. */
  numberStores: NumberStore[];
  clock: Pick<Clock, "backOff" | "now">;
}

/**
 * Makes the numbers that an organization and its counters and groups store agree with what exists. Each
 * write has the audit entry of the run.
 */
export async function recountOrganization(
  ports: RecountPorts,
  organizationId: string,
  by: ChangedBy,
): Promise<{ result: "recounted"; corrected: NumberCorrection[] } | NoSuchOrganization> {
  const { numberStores, clock } = ports;
  const name = await findOrganizationName(ports, organizationId);
  if (name === undefined) return { result: "no_such_organization" };
  const run = runningAudit(ports, by, "data.repair");
  const corrected: NumberCorrection[] = [];
  const auditOf = (next: NumberCorrection[]) =>
    run.soFar(numbersCorrected({ id: organizationId, name }, [...corrected, ...next]));
  const contention = { attempts: 30, what: `organization ${organizationId}` };
  for (const store of numberStores) {
    let step: Step;
    // Every step but the last one has corrected something.
    do {
      step = await retryConflicts<Step>(clock, contention, async () => {
        const read = await readTwice(store, organizationId);
        if (typeof read !== "object") return read;
        const written = await writeParts({ store, organizationId, auditOf, corrected }, read);
        return written === "none" ? conflict : "corrected";
      });
    } while (step === "corrected");
    if (step === "no_such_organization") return { result: step };
  }
  return { result: "recounted", corrected };
}

/** What a run has corrected. Counters and groups are counted: there may be thousands. */
function numbersCorrected(
  { id, name }: { id: string; name: string },
  corrected: NumberCorrection[],
): Change {
  const own = corrected.filter(({ item }) => item === "organization" || item === "roster");
  const counters = corrected.filter(({ item }) => item === "counter").length;
  const groups = corrected.filter(({ item }) => item === "group").length;
  return {
    organizationId: id,
    target: { kind: "organization", id, name },
    // If a number was corrected twice: from the first value to the last one.
    before: Object.fromEntries(own.toReversed().map(({ number, before }) => [number, before])),
    after: {
      ...Object.fromEntries(own.map(({ number, after }) => [number, after])),
      ...(counters > 0 && { correctedCounters: counters }),
      ...(groups > 0 && { correctedGroups: groups }),
    },
  };
}

type Step = "agrees" | "corrected" | "no_such_organization";

/**
 * Returns what is wrong in two reads of the same revision. A single read can meet a transaction half
 * applied: DynamoDB isolates it from reads of single items, and not from a read and a query.
 */
async function readTwice(
  store: NumberStore,
  organizationId: string,
): Promise<NumbersRead | Exclude<Step, "corrected"> | typeof conflict> {
  const first = await store.read(organizationId);
  if (first === undefined) return "no_such_organization";
  if (first.wrong.length === 0) return "agrees";
  const second = await store.read(organizationId);
  if (second === undefined) return "no_such_organization";
  if (second.revision !== first.revision) return conflict;
  const seen = new Set(first.wrong.map(textOf));
  const wrong = second.wrong.filter((one) => seen.has(textOf(one)));
  return wrong.length === 0 ? conflict : { ...second, wrong };
}

function textOf({ id, number, before, after }: NumberCorrection): string {
  return [id, number, before, after].join(" ");
}

interface Parts {
  store: NumberStore;
  organizationId: string;
  /** The entry once these are written, too. */
  auditOf(next: NumberCorrection[]): ChangeAudit;
  /** Gets what is written. */
  corrected: NumberCorrection[];
}

/** Writes the corrections in parts, until another writer writes. */
async function writeParts(
  { store, organizationId, auditOf, corrected }: Parts,
  { revision, wrong }: NumbersRead,
): Promise<"none" | "some"> {
  const size = store.maximumCorrections;
  for (let start = 0; start < wrong.length; start += size) {
    const corrections = wrong.slice(start, start + size);
    const part = { organizationId, revision: revision + start / size, corrections };
    const written = await store.write({ ...part, audit: auditOf(corrections) });
    if (written === "conflict") return start === 0 ? "none" : "some";
    corrected.push(...corrections);
  }
  return "some";
}

type Watched = { id: string; alertCount: number };

/** The wrong numbers of an organization, its counters and its groups; `targets` has what each alert watches. */
export function wrongNumbers(
  { organization: { id }, counterCount, groupCount, alertCount }: OrganizationNumbers,
  { counters, groups, targets }: { counters: Watched[]; groups: Watched[]; targets: string[] },
): NumberCorrection[] {
  const alertsOn = Map.groupBy(targets, (targetId) => targetId);
  const own = { item: "organization", id } as const;
  const alertsOf = (item: "counter" | "group", watched: Watched[]): NumberCorrection[] =>
    watched.map((one) => ({
      ...{ item, id: one.id, number: "alertCount", before: one.alertCount },
      after: alertsOn.get(one.id)?.length ?? 0,
    }));
  const all: NumberCorrection[] = [
    { ...own, number: "counterCount", before: counterCount, after: counters.length },
    { ...own, number: "groupCount", before: groupCount, after: groups.length },
    { ...own, number: "alertCount", before: alertCount, after: targets.length },
    ...alertsOf("counter", counters),
    ...alertsOf("group", groups),
  ];
  return all.filter(isWrong);
}

type OrganizationNumbers = Pick<
  OrganizationRecord,
  "counterCount" | "groupCount" | "alertCount"
> & { organization: { id: string } };

export function wrongInRoster(
  id: string,
  { memberCount, ownerCount }: { memberCount: number; ownerCount: number },
  members: { role: string }[],
): NumberCorrection[] {
  const owners = members.filter(({ role }) => role === "owner").length;
  const own = { item: "roster", id } as const;
  const all: NumberCorrection[] = [
    { ...own, number: "memberCount", before: memberCount, after: members.length },
    { ...own, number: "ownerCount", before: ownerCount, after: owners },
  ];
  return all.filter(isWrong);
}

function isWrong({ before, after }: NumberCorrection): boolean {
  return before !== after;
}
