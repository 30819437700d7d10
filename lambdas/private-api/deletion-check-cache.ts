import { keepNewest } from "../../core/keep-newest.ts";

/** Longer than five polls: at most one in five then reads the roster, a fifth of a read unit each. */
const validMs = 10_000;

/** Some 100 KB. */
const maximumOrganizations = 1_000;

/** Which organizations were found to exist within the last 10 s; `nowMs` since the epoch. */
export interface DeletionCheckCache {
  holds(organizationId: string, nowMs: number): boolean;
  add(organizationId: string, nowMs: number): void;
}

export function deletionCheckCache(): DeletionCheckCache {
  /** Until when, on this instance, each organization is taken to exist (epoch ms). */
  const checkedUntilMs = new Map<string, number>();
  return {
    holds: (organizationId, nowMs) => (checkedUntilMs.get(organizationId) ?? 0) > nowMs,
    add(organizationId, nowMs) {
      keepNewest(checkedUntilMs, [organizationId, nowMs + validMs], maximumOrganizations);
    },
  };
}
