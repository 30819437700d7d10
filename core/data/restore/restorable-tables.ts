import { keptSumNames } from "../../counters/count-mark.ts";
import { deliveryIdFromKey } from "../../webhooks/delivery-id.ts";
import { type StoredItem, textOf } from "../stored-item.ts";

/** What a restore knows of a table. */
export interface RestorableTable {
  /** In the stack's output `<name>Table`. */
  name: string;
  /** Attributes and their types that each item of this version has, or each of one kind of them. */
  shapes: Record<string, "S" | "N" | "M" | "SS" | "L" | "BOOL">[];
  /** The organizations that an item belongs to; none for what belongs to the service. */
  owners(item: StoredItem): string[];
  /** What the audit log calls it, and what it cannot be without. */
  names(item: StoredItem): string[];
  /** What an item is called within its organization; never a secret. */
  id(item: StoredItem): string;
  /** Whether an older state of the item is never written, as of what waited to be told. */
  isOver(item: StoredItem): boolean;
  /** Attributes of an item that exists which no older state replaces. */
  kept: string[];
  /** Matches the names of more such attributes, one for each minute and hour. */
  keptPattern?: RegExp;
  /** What may have ended since the backup, and must not come back: see restore-verdict.ts. */
  ends?: "sessions" | "role";
  /** Whether the audit log says what of it was deleted on purpose; the log itself never is. */
  followsLog: boolean;
  /** Whether its stream sends webhooks, evaluates alerts or tells people. */
  sendsEvents: boolean;
  /** Whether its keys open something, and are therefore never shown. */
  secretKeys: boolean;
}

type Described = Pick<RestorableTable, "name" | "shapes"> & Partial<RestorableTable>;

/**
 * The tables that can be restored, in the order of a restore of all. What other items refer to comes
 * after them, as in a deletion it goes first: events before their counter, which names the newest of
 * them, and organizations last, because without its organization nothing opens.
 */
export const restorableTables: readonly RestorableTable[] = (
  [
    // Says what was deleted on purpose; everything behind it asks for that.
    {
      name: "AuditEntries",
      shapes: [{ organizationId: "S", entryKey: "S", action: "S", actor: "M", target: "M" }],
      id: (item) => textOf(item, "entryKey"),
      followsLog: false,
      sendsEvents: true,
    },
    {
      name: "DataKeys",
      shapes: [{ keyName: "S", wrappedKey: "S" }],
      owners: () => [],
      id: (item) => textOf(item, "keyName"),
    },
    {
      name: "CountEvents",
      shapes: [
        {
          ...{ counterKey: "S", lastEventId: "N", eventType: "S", counterName: "S" },
          ...{ count: "N", previousCount: "N", delta: "N", createdAt: "S" },
        },
      ],
      owners: (item) => [beforeSlash(textOf(item, "counterKey"))],
      names: (item) => [afterSlash(textOf(item, "counterKey"))],
      id: (item) => `${afterSlash(textOf(item, "counterKey"))}/${item.lastEventId?.N}`,
      sendsEvents: true,
    },
    {
      name: "CountMarks",
      shapes: [{ targetKey: "S", mark: "S", level: "N", position: "N" }],
      owners: (item) => [beforeSlash(textOf(item, "targetKey"))],
      names: (item) => [afterSlash(textOf(item, "targetKey"))],
      id: (item) => `${afterSlash(textOf(item, "targetKey"))}/${textOf(item, "mark")}`,
    },
    {
      name: "SettingsChanges",
      shapes: [{ counterId: "S", version: "N", organizationId: "S", changes: "M" }],
      names: (item) => [textOf(item, "counterId")],
      id: (item) => `${textOf(item, "counterId")}/${item.version?.N}`,
    },
    {
      name: "IdempotencyKeys",
      shapes: [
        { counterId: "S", idempotencyKey: "S", lastEventId: "N" },
        // Of a tap that was undone before it arrived.
        { counterId: "S", idempotencyKey: "S", undoneAt: "S" },
      ],
      owners: () => [],
      // The key itself comes from a client and can hold anything.
      id: (item) =>
        `${textOf(item, "counterId")}/${item.lastEventId?.N ?? textOf(item, "undoneAt")}`,
      // What was undone once is not undone again.
      kept: ["undoneBy"],
    },
    {
      name: "Deliveries",
      shapes: [{ endpointId: "S", deliveryKey: "S", organizationId: "S", state: "S" }],
      names: (item) => [textOf(item, "endpointId")],
      id: deliveryIdIn,
    },
    {
      name: "AlertFirings",
      shapes: [{ organizationId: "S", firingKey: "S", alertId: "S", counterId: "S", level: "N" }],
      id: (item) => textOf(item, "firingKey"),
      sendsEvents: true,
    },
    {
      name: "Counters",
      shapes: [
        {
          ...{ organizationId: "S", counterId: "S", name: "S", mode: "S", count: "N" },
          ...{ incrementStep: "N", decrementStep: "N", version: "N", lastEventId: "N" },
        },
      ],
      names: (item) => [textOf(item, "counterId")],
      // What its history says; see counter-state.ts.
      kept: [
        ...["count", "lastEventId", ...keptSumNames, "lastAdjustedAt", "updatedAt"],
        "lastDailyReset",
      ],
    },
    {
      name: "GroupMembers",
      shapes: [{ groupKey: "S", counterId: "S", lastEventId: "N", count: "N" }],
      owners: (item) => [beforeSlash(textOf(item, "groupKey"))],
      names: (item) => [afterSlash(textOf(item, "groupKey")), textOf(item, "counterId")],
      id: (item) => `${afterSlash(textOf(item, "groupKey"))}/${textOf(item, "counterId")}`,
    },
    {
      name: "CounterGroups",
      shapes: [{ organizationId: "S", groupId: "S", name: "S", total: "N", revision: "N" }],
      names: (item) => [textOf(item, "groupId")],
    },
    {
      name: "Alerts",
      shapes: [{ organizationId: "S", alertKey: "S", id: "S", targetId: "S", kind: "S" }],
      names: (item) => [textOf(item, "id"), textOf(item, "targetId")],
      sendsEvents: true,
    },
    {
      name: "EmbedSessions",
      shapes: [
        { sessionId: "S", organizationId: "S", counterId: "S" },
        // The list of an organization's embeds, under its id.
        { sessionId: "S", sessionIds: "SS" },
      ],
      owners: (item) => [textOf(item, item.sessionIds ? "sessionId" : "organizationId")],
      names: (item) => [embedNameIn(item)],
      id: (item) => (item.sessionIds ? "list of embeds" : embedNameIn(item)),
      secretKeys: true,
    },
    {
      name: "Gates",
      shapes: [
        { organizationId: "S", gateId: "S", name: "S", secretHash: "S", counterIds: "L" },
        { organizationId: "S", gateId: "S", revision: "N" },
      ],
      names: (item) => [textOf(item, "gateId")],
      kept: ["revokedAt", "lastHeardAt"],
    },
    {
      name: "WebhookEndpoints",
      shapes: [{ organizationId: "S", endpointId: "S", url: "S", sealedSecret: "S" }],
      names: (item) => [textOf(item, "endpointId")],
      // Its health, which every attempt can change.
      kept: [
        ...["lane", "lastSlowAtMs", "lastSuccessAtMs"],
        ...["failingSinceMs", "lastError", "lastErrorAtMs", "watchAt", "watched"],
      ],
    },
    {
      name: "Notices",
      shapes: [
        // The chat channels of an organization.
        { organizationId: "S", recipientId: "S", channels: "L" },
        // An outbox, and when the weekly report is due: see resumeReports.
        { organizationId: "S", recipientId: "S", waiting: "M" },
        { organizationId: "S", recipientId: "S", dueAt: "S" },
      ],
      id: (item) => textOf(item, "recipientId"),
      isOver: ({ channels }) => channels === undefined,
    },
    {
      name: "Invitations",
      shapes: [{ organizationId: "S", invitationId: "S", email: "S", secretHash: "S" }],
      names: (item) => [textOf(item, "invitationId")],
      // And that it was mailed.
      kept: ["usedAt", "mailedAt", "mailFailed"],
    },
    {
      name: "People",
      shapes: [{ personId: "S", issuer: "S", subject: "S" }],
      owners: (item) => item.organizationIds?.SS ?? [],
      id: (item) => textOf(item, "personId"),
      // A sign-out everywhere stays one, and so does a bounce of mail or a complaint about it.
      kept: ["sessionEpoch", "mailStop"],
      ends: "sessions",
    },
    {
      name: "Members",
      shapes: [
        { organizationId: "S", memberKey: "S", memberId: "S", personId: "S", role: "S" },
        // The roster, which counts them.
        { organizationId: "S", memberKey: "S", ownerCount: "N", memberCount: "N" },
      ],
      names: (item) => [textOf(item, "memberId")],
      id: (item) => textOf(item, item.memberId ? "memberId" : "memberKey"),
      // Who has unsubscribed gets no mail again.
      kept: ["preferences"],
      ends: "role",
    },
    {
      name: "ApiKeys",
      shapes: [{ keyHash: "S", keyId: "S", organizationId: "S", requestsPerMinute: "N" }],
      names: (item) => [textOf(item, "keyId")],
      // Its requests; see key-windows.ts.
      keptPattern: /^(minute|hour):\d+$/,
      secretKeys: true,
    },
    {
      name: "Organizations",
      shapes: [{ organizationId: "S", name: "S", plan: "S", apiKeys: "M", revision: "N" }],
      id: (item) => textOf(item, "organizationId"),
      kept: ["alertEpoch", "nextDayStart", "dayStartsIndex", "daysStartingUntil"],
    },
  ] satisfies Described[]
).map(withDefaults);

/** The tables that are not restored, and why. */
export const notRestored: Record<string, string> = {
  Sessions: "a restore would sign people in again who have signed out; they sign in anew",
  RateLimits: "its counts expire within a day, and its used ids matter only while a session lasts",
  OrganizationDeletions: "a deletion that has been finished would begin again",
};

export function restorableTable(name: string): RestorableTable | undefined {
  return restorableTables.find((table) => table.name === name);
}

/** What other items have to agree with those of this table, or of all of them. */
export function derivedFrom(
  table: string | undefined,
): "marks and numbers" | "numbers" | "nothing" {
  if (table === undefined || markTables.includes(table)) return "marks and numbers";
  return numberTables.includes(table) ? "numbers" : "nothing";
}

// Without its organization, nothing of it is computed: then it comes with the organization.
const markTables = ["CountEvents", "CountMarks", "Counters", "Organizations"];
const numberTables = ["GroupMembers", "CounterGroups", "Alerts", "Members", "Notices"];

/** How a restore recognizes an embed in the audit log, which does not have its id. */
export function embedName(counterId: string, lastFour: string): string {
  return `embed of ${counterId} …${lastFour}`;
}

function embedNameIn(item: StoredItem): string {
  return embedName(textOf(item, "counterId"), textOf(item, "sessionId").slice(-4));
}

/** The id by which webhooks and the command line name the delivery of an item. */
export function deliveryIdIn(item: StoredItem): string {
  const [endpointId, deliveryKey] = [textOf(item, "endpointId"), textOf(item, "deliveryKey")];
  return deliveryIdFromKey({ endpointId, deliveryKey });
}

function withDefaults(table: Described): RestorableTable {
  const { names = () => [] } = table;
  return {
    owners: (item) => [textOf(item, "organizationId")],
    names,
    id: (item) => names(item)[0] ?? "",
    isOver: () => false,
    kept: [],
    followsLog: true,
    sendsEvents: false,
    secretKeys: false,
    ...table,
  };
}

function beforeSlash(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf("/")));
}

function afterSlash(key: string): string {
  return key.slice(key.indexOf("/") + 1);
}
