import type { Clock } from "../clock.ts";
import { conflict, retryConflicts } from "../conflict.ts";
import { isOrganizationId } from "../organization-id.ts";
import type { CountFacts, NumberFacts, RosterFacts } from "./stored-numbers.ts";

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
   * Writes on condition that the revision and the numbers are as they were read, and raises the
   * revision by one.
   */
  write(
    organizationId: string,
    revision: number,
    corrections: NumberCorrection[],
  ): Promise<"written" | "conflict">;
}

export interface RecountPorts {
  /** The organization's own numbers with those of its counters and groups, and its roster's. */
  numberStores: NumberStore[];
  clock: Pick<Clock, "backOff">;
}

/**
 * Makes the numbers that an organization and its counters and groups store agree with what exists.
 * Calls `onCorrected` after each write, so that the caller knows them also when it throws.
 */
export async function recountOrganization(
  { numberStores, clock }: RecountPorts,
  organizationId: string,
  onCorrected: (corrections: NumberCorrection[]) => void,
): Promise<"recounted" | "no_such_organization"> {
  if (!isOrganizationId(organizationId)) return "no_such_organization";
  const contention = { attempts: 30, what: `organization ${organizationId}` };
  for (const store of numberStores) {
    let step: Step;
    // Every step but the last one has corrected something.
    do {
      step = await retryConflicts<Step>(clock, contention, async () => {
        const read = await readTwice(store, organizationId);
        if (typeof read !== "object") return read;
        const written = await writeParts(store, organizationId, read);
        if (written.length === 0) return conflict;
        onCorrected(written);
        return "corrected";
      });
    } while (step === "corrected");
    if (step === "no_such_organization") return step;
  }
  return "recounted";
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

/** Returns the corrections that were written before another writer's write. */
async function writeParts(
  store: NumberStore,
  organizationId: string,
  { revision, wrong }: NumbersRead,
): Promise<NumberCorrection[]> {
  const size = store.maximumCorrections;
  for (let start = 0; start < wrong.length; start += size) {
    const part = wrong.slice(start, start + size);
    const written = await store.write(organizationId, revision + start / size, part);
    if (written === "conflict") return wrong.slice(0, start);
  }
  return wrong;
}

/** The wrong numbers of an organization, its counters and its groups. */
export function wrongNumbers(
  organizationId: string,
  { counts, watched }: NumberFacts,
): NumberCorrection[] {
  const own = corrections("organization", organizationId, counts);
  const others = watched.flatMap(({ item, id, ...alert }) => corrections(item, id, { alert }));
  return [...own, ...others];
}

export function wrongInRoster(organizationId: string, facts: RosterFacts): NumberCorrection[] {
  return corrections("roster", organizationId, facts);
}

type Noun = keyof NumberFacts["counts"] | keyof RosterFacts;

function corrections(
  item: NumberCorrection["item"],
  id: string,
  facts: Partial<Record<Noun, CountFacts>>,
): NumberCorrection[] {
  return (Object.entries(facts) as [Noun, CountFacts][])
    .filter(([, { stored, actual }]) => stored !== actual)
    .map(([noun, { stored, actual }]) => ({
      ...{ item, id, number: `${noun}Count` as const },
      ...{ before: stored, after: actual },
    }));
}
