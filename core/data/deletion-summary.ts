import * as z from "zod";

/** A number of things; `exact` is false where there may be more of them. */
export const BoundedCount = z.object({ count: z.int(), exact: z.boolean() });
export type BoundedCount = z.infer<typeof BoundedCount>;

/** The most that is counted of each kind. */
export const maximumCountedThings = 10_000;

/** What a deletion of the organization removes. */
export const DeletionSummary = z.object({
  /** Archived ones among them; their history, marks and settings go with them. */
  counters: BoundedCount,
  groups: BoundedCount,
  alerts: BoundedCount,
  apiKeys: BoundedCount,
  endpoints: BoundedCount,
  /** Deliveries that wait for a retry, and are then not made. */
  waitingDeliveries: BoundedCount,
  embeds: BoundedCount,
  /** Those that are not revoked. */
  gates: BoundedCount,
  members: BoundedCount,
  /** Those that can be accepted. */
  invitations: BoundedCount,
});
export type DeletionSummary = z.infer<typeof DeletionSummary>;

const nouns: Record<keyof DeletionSummary, [one: string, several: string]> = {
  counters: ["counter with its history", "counters with their history"],
  groups: ["group", "groups"],
  alerts: ["alert", "alerts"],
  apiKeys: ["API key", "API keys"],
  endpoints: ["webhook endpoint", "webhook endpoints"],
  waitingDeliveries: ["delivery that waits for a retry", "deliveries that wait for a retry"],
  embeds: ["embed", "embeds"],
  gates: ["gate", "gates"],
  members: ["member", "members"],
  invitations: ["open invitation", "open invitations"],
};

/** The summary as phrases such as `3 gates`, without kinds that have none. */
export function summaryPhrases(
  summary: DeletionSummary,
  format = (count: number) => count.toLocaleString("en"),
): string[] {
  return Object.entries(nouns).flatMap(([thing, [one, several]]) => {
    const { count, exact } = summary[thing as keyof DeletionSummary];
    if (count === 0 && exact) return [];
    const number = format(count);
    if (!exact) return [`${number} or more ${several}`];
    return [`${number} ${count === 1 ? one : several}`];
  });
}
