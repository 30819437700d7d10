import { keepNewest } from "../keep-newest.ts";

/** Lists an organization's counters, with the read units that the list consumed. */
export type MeasuredList<List> = (
  organizationId: string,
  signal?: AbortSignal,
) => Promise<{ counters: List; readUnits: number }>;

/**
 * Counts read units of an organization's long lists in this second. Returns "used_up", and counts
 * nothing, once there are as many as `listUnitsPerSecond`; until then it takes any number, so the last
 * list of a second may exceed them.
 */
export type TakeListUnits = (organizationId: string, units: number) => Promise<"taken" | "used_up">;

export type BudgetedList<List> = (
  organizationId: string,
  signal?: AbortSignal,
) => Promise<{ result: "listed"; counters: List } | { result: "used_up" }>;

/**
 * DynamoDB reads 3,000 units a second from a partition, which an organization's counters share with
 * its taps. Three of the longest lists, of `longestListUnits` each, fit into a second and leave a fifth.
 */
export const listUnitsPerSecond = 1_600;

/**
 * Shorter lists are not counted. Of 20 units, some 300 counters, ten keys can read 50 in a second,
 * which takes 1,000.
 */
export const longListUnits = 20;

/** Read units of a list of 10,000 new counters; `npm run bench -- units` reports it when the number has changed. */
export const longestListUnits = 772;

/** The most organizations that an instance keeps in mind. */
const maximumOrganizations = 1_000;

/**
 * Bounds what an organization's long lists read in a second, on all instances together. An instance
 * knows from the list before how many units the next one takes; it counts its first one
 * afterwards. After a list that failed, perhaps because the partition was throttled, it expects the
 * longest.
 */
export function budgetedList<List>(
  list: MeasuredList<List>,
  takeUnits: TakeListUnits,
): BudgetedList<List> {
  const unitsBefore = new Map<string, number>();

  return async (organizationId, signal) => {
    const expected = unitsBefore.get(organizationId) ?? 0;
    const isCounted = expected >= longListUnits;
    if (isCounted && (await takeUnits(organizationId, expected)) === "used_up") {
      return { result: "used_up" };
    }
    const { counters, readUnits } = await list(organizationId, signal).catch((error: unknown) => {
      // A list that was abandoned says nothing about the next one.
      if (!signal?.aborted) keep(organizationId, longestListUnits);
      throw error;
    });
    keep(organizationId, readUnits);
    if (!isCounted && readUnits >= longListUnits) await takeUnits(organizationId, readUnits);
    return { result: "listed", counters };
  };

  function keep(organizationId: string, units: number): void {
    keepNewest(unitsBefore, [organizationId, units], maximumOrganizations);
  }
}
