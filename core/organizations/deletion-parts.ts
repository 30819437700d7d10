/**
 * What is removed after the first transaction, in this order. What could still be written stands
 * behind what its write depends on: no firing without its alert, no count without its counter.
 */
export const deletionParts = [
  "alerts",
  "gates",
  "embeds",
  "counters",
  "groups",
  "firings",
  "deliveries",
  "invitations",
  "members",
] as const;
export type DeletionPart = (typeof deletionParts)[number];
