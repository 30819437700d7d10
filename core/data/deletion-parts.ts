/**
 * What is removed after the first transaction, in this order. An item that can still be written comes
 * after the item that its write is conditional on: firings after alerts, history with counters.
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
  "notices",
  "members",
] as const;
export type DeletionPart = (typeof deletionParts)[number];

/** As people read them. */
export const deletionPartNames: Record<DeletionPart, string> = {
  alerts: "alerts",
  gates: "gates",
  embeds: "embeds",
  counters: "counters and their history",
  groups: "groups",
  firings: "fired alerts",
  deliveries: "deliveries",
  invitations: "invitations",
  notices: "chat channels, and notices that wait",
  members: "members",
};
