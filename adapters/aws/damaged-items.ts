import { AsyncLocalStorage } from "node:async_hooks";
import { DamagedItemError } from "../../core/damaged-item-error.ts";
import type { DamagedItemKey } from "../../core/tables.ts";

/** A stored item that a list leaves out, and why. */
export interface DamagedItem extends DamagedItemKey {
  error: DamagedItemError;
}

const notes = new AsyncLocalStorage<DamagedItem[] | undefined>();

/**
 * Does work whose lists leave out what is damaged and note it in `damaged`. Elsewhere, as where streams
 * are followed, a list with a damaged item fails: nobody would learn what is missing.
 */
export function notingDamaged<Result>(
  damaged: DamagedItem[],
  work: () => Promise<Result>,
): Promise<Result> {
  return notes.run(damaged, work);
}

/** Does work that writes what it concludes from whole lists, so that one with a damaged item fails. */
export function failingOnDamaged<Result>(work: () => Promise<Result>): Promise<Result> {
  return notes.run(undefined, work);
}

/** Notes a damaged item; throws where nobody takes note of it, and every other error. */
export function noteDamaged({ table, id, error }: DamagedItemKey & { error: unknown }): void {
  const damaged = notes.getStore();
  if (damaged === undefined || !(error instanceof DamagedItemError)) throw error;
  const isNoted = damaged.some((one) => one.table === table && one.id === id);
  if (!isNoted) damaged.push({ table, id, error });
}

/** The error for an item whose fields differ from what this release reads. */
export function notAsExpected(
  stored: Record<string, unknown> | undefined,
  fields: string[],
): Error {
  return new DamagedItemError(
    `a stored item is not as expected: ${fields.join(", ")}${keyOf(stored)}`,
  );
}

/** The error for an item of a newer release. */
export function unknownFormat(stored: Record<string, unknown> | undefined): Error {
  return new Error(`a stored item${keyOf(stored)} has a format that this release does not read`);
}

// Of those tables whose items a person may have to repair; never of API keys and embeds, whose keys
// open something.
const shownKeys = [
  ...["organizationId", "counterId", "groupId", "alertKey", "groupKey", "counterKey"],
  ...["gateId", "endpointId", "memberKey", "invitationId", "entryKey", "firingKey"],
];

function keyOf(item: Record<string, unknown> | undefined): string {
  const keys = shownKeys.flatMap((name) =>
    typeof item?.[name] === "string" ? [`${name} ${item[name]}`] : [],
  );
  return keys.length === 0 ? "" : ` (${keys.join(", ")})`;
}
