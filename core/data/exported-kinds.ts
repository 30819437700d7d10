import { keptSumNames } from "../counters/count-mark.ts";
import type { DeletionPart } from "./deletion-parts.ts";
import { deliveryIdIn } from "./restore/restorable-tables.ts";
import { numberOf, type StoredItem, type StoredValue, textOf } from "./stored-item.ts";

/** What an item of a table becomes in an export. */
export interface ExportRule {
  /** The `kind` of its lines. */
  kind: string;
  /**
   * Attribute to field name. Nothing else is exported, so a new secret attribute is not exported by
   * accident.
   */
  fields: Record<string, string>;
  /** Fields that are made from others, such as the parts of a key. */
  made?: (item: StoredItem) => Record<string, unknown>;
  /** Attributes that are left out, and why. */
  leftOut: Record<string, string>;
  /** Why an item of this table is not exported at all; undefined for one that is. */
  whyNot?: (item: StoredItem) => string | undefined;
}

const bookkeeping = "counts or fences for the service itself";
const inItsPlace = "in fields of its own";
const credential = "a credential: whoever has the export must not be able to use it";
const derived = "follows from what is exported";

/**
 * How each table is exported that a deletion of an organization empties, by the table's name. The
 * order is that of an export.
 */
export const exportRules = {
  Organizations: {
    kind: "organization",
    fields: same("name", "plan", "timeZone", "dayStarts", "language", "pins", "mails", "createdAt"),
    made: (item) => ({ id: textOf(item, "organizationId") }),
    leftOut: {
      ...all(["apiKeys", "endpointIds", "counterCount", "groupCount", "alertCount"], derived),
      ...all(["revision", "alertEpoch"], bookkeeping),
      ...all(["nextDayStart", "dayStartsIndex", "daysStartingUntil"], bookkeeping),
    },
  },
  ApiKeys: {
    kind: "api-key",
    fields: {
      keyId: "id",
      ...same("name", "lastFour", "createdAt", "createdBy", "creatorName"),
    },
    leftOut: {
      ...all(["keyHash"], credential),
      ...all(["plan", "requestsPerMinute", "requestsPerHour"], derived),
    },
  },
  Members: {
    kind: "member",
    fields: { memberId: "id", ...same("name", "email", "role", "joinedAt", "preferences") },
    leftOut: { memberKey: derived, personId: "the sign-in of a person, who may have others" },
    whyNot: (item) => (item.memberId === undefined ? bookkeeping : undefined),
  },
  Invitations: {
    kind: "invitation",
    fields: {
      invitationId: "id",
      endsAt: "expiresAt",
      ...same("email", "role", "createdAt", "createdBy", "usedAt"),
    },
    leftOut: { secretHash: credential, expiresAt: inItsPlace },
  },
  CounterGroups: {
    kind: "group",
    fields: { groupId: "id", ...same("name", "capacity", "total", "memberCount", "createdAt") },
    leftOut: {
      ...all(keptSumNames, derived),
      ...all(["revision", "alertCount"], bookkeeping),
    },
  },
  GroupMembers: {
    kind: "group-member",
    fields: same("counterId", "count", "lastEventId"),
    made: (item) => ({ groupId: afterSlash(textOf(item, "groupKey")) }),
    leftOut: { groupKey: inItsPlace },
  },
  Counters: {
    kind: "counter",
    fields: {
      counterId: "id",
      ...same("name", "count", "incrementStep", "decrementStep", "mode", "groupId", "goalTarget"),
      ...same("locked", "version", "lastEventId", "createdAt", "updatedAt", "archivedAt"),
      ...same("resetDaily", "resetTo", "countsPeople", "lastDailyReset"),
    },
    leftOut: {
      ...all([...keptSumNames, "lastAdjustedAt"], derived),
      ...all(["alertCount", "dailyResetSince"], bookkeeping),
    },
  },
  CountEvents: {
    kind: "count-event",
    fields: same(
      ...["lastEventId", "eventType", "counterName", "previousCount", "delta", "count"],
      "createdAt",
    ),
    made: (item) => ({
      counterId: afterSlash(textOf(item, "counterKey")),
      metadata: item.metadata?.S === undefined ? null : JSON.parse(item.metadata.S),
    }),
    leftOut: {
      ...all(["counterKey", "metadata"], inItsPlace),
      ...all(["groupId", "hasAlerts", "goalTarget", "restoredAt"], bookkeeping),
    },
  },
  SettingsChanges: {
    kind: "settings-change",
    fields: same("counterId", "version", "eventType", "changes", "createdAt"),
    leftOut: {},
  },
  Alerts: {
    kind: "alert",
    fields: same(
      ...["id", "name", "scope", "targetId", "kind", "at", "percent", "capacity", "rearmBelow"],
      ...["paused", "state", "stateSince", "createdAt"],
    ),
    leftOut: {
      alertKey: derived,
      ...all(["epoch", "position", "revision", "stateEventId", "restoredAt"], bookkeeping),
    },
  },
  AlertFirings: {
    kind: "alert-firing",
    fields: same(
      ...["alertId", "alertName", "scope", "kind", "threshold", "percent", "capacity", "level"],
      ...["previousLevel", "counterId", "counterName", "groupId", "groupName", "lastEventId"],
      ...["counterGroupId", "createdAt"],
    ),
    leftOut: { firingKey: derived, ...all(["expiresAt", "restoredAt"], bookkeeping) },
  },
  Gates: {
    kind: "gate",
    fields: {
      gateId: "id",
      ...same("name", "counterIds", "createdAt", "createdBy", "endsAt", "revokedAt"),
      ...same("lastHeardAt"),
    },
    leftOut: { secretHash: credential },
    whyNot: (item) => (item.secretHash === undefined ? bookkeeping : undefined),
  },
  EmbedSessions: {
    kind: "embed",
    fields: same("groupId", "createdAt", "note"),
    made: (item) => ({
      lastFour: textOf(item, "sessionId").slice(-4),
      // In an item of a group it is the group's id once more.
      ...(item.groupId === undefined && { counterId: textOf(item, "counterId") }),
    }),
    leftOut: { sessionId: credential, counterId: inItsPlace },
    whyNot: (item) => (item.counterId === undefined ? derived : undefined),
  },
  WebhookEndpoints: {
    kind: "endpoint",
    fields: {
      endpointId: "id",
      ...same("name", "url", "events", "filter", "standardWebhooks"),
      ...same("createdAt", "pausedAt"),
    },
    leftOut: {
      ...all(["sealedSecret", "wrappedKey", "nextSecret"], credential),
      ...all(["plan"], derived),
      ...all(["lane", "lastError", "lastErrorAtMs", "failingSinceMs", "lastSlowAtMs"], bookkeeping),
      ...all(["lastSuccessAtMs", "urlChangedAtMs", "revision"], bookkeeping),
      ...all(["watchAt", "watched"], bookkeeping),
    },
  },
  Notices: {
    kind: "chat-channels",
    fields: {},
    made: ({ channels }) => ({
      channels: (channels?.L ?? []).map(
        ({ M: { id, name, kinds, host, lastFour, createdAt } = {} }) =>
          Object.fromEntries(
            Object.entries({ id, name, kinds, host, lastFour, createdAt }).flatMap(
              ([field, value]) => (value === undefined ? [] : [[field, plain(value)]]),
            ),
          ),
      ),
    }),
    leftOut: {
      channels: "without the URLs, with which anybody can post",
      ...all(["recipientId"], inItsPlace),
      ...all(["revision", "testsAtMs"], bookkeeping),
    },
    // Those that wait for minutes: the alerts that fired are exported.
    whyNot: (item) => (item.channels === undefined ? bookkeeping : undefined),
  },
  Deliveries: {
    kind: "delivery",
    fields: same("endpointId", "eventId", "eventType", "state", "attempts"),
    made: (item) => ({ id: deliveryIdIn(item) }),
    leftOut: {
      ...all(["deliveryKey"], inItsPlace),
      ...all(["eventKey", "openKey", "closedAtMs", "expiresAt"], bookkeeping),
      next: "has the token of the next attempt",
    },
  },
  AuditEntries: {
    kind: "audit-entry",
    fields: same("at", "actor", "action", "target", "before", "after"),
    leftOut: { entryKey: derived, expiresAt: bookkeeping },
  },
} satisfies Record<string, ExportRule & { whyNot?: unknown }>;

export type ExportedTable = keyof typeof exportRules;

/** The tables that a deletion empties and an export leaves out, and why. */
export const notExported: Record<string, string> = {
  CountMarks: "drawn from the history, which is exported",
  People:
    "belong to the people themselves, who can be in other organizations; members are exported",
  OrganizationDeletions: "exist only while an organization is deleted",
};

/** The exported tables that hold what each part of a deletion removes; a new part needs an entry. */
export const exportedWith: Record<DeletionPart, readonly ExportedTable[]> = {
  alerts: ["Alerts"],
  gates: ["Gates"],
  embeds: ["EmbedSessions"],
  counters: ["Counters", "CountEvents", "SettingsChanges"],
  groups: ["CounterGroups", "GroupMembers"],
  firings: ["AlertFirings"],
  deliveries: ["Deliveries"],
  invitations: ["Invitations"],
  notices: ["Notices"],
  members: ["Members"],
};

/** The line of an item; undefined for one that is not exported. Every line begins with its kind. */
export function exportedLine(
  table: ExportedTable,
  item: StoredItem,
): Record<string, unknown> | undefined {
  const rule: ExportRule = exportRules[table];
  if (rule.whyNot?.(item) !== undefined) return undefined;
  const fields = Object.entries(rule.fields).flatMap(([attribute, name]) => {
    const value = item[attribute];
    return value === undefined ? [] : [[alertsKind(table, name), plain(value)]];
  });
  return { kind: rule.kind, ...rule.made?.(item), ...Object.fromEntries(fields) };
}

/** An alert has a kind of its own, which must not take the place of the line's. */
function alertsKind(table: ExportedTable, name: string): string {
  return name === "kind" && table.startsWith("Alert") ? "alertKind" : name;
}

/** As JSON has it. A number that a double does not hold exactly becomes text. */
function plain(value: StoredValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) {
    const number = numberOf({ value }, "value");
    return Number.isSafeInteger(number) || !/^-?\d+$/.test(value.N) ? number : value.N;
  }
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.SS !== undefined) return value.SS.toSorted();
  if (value.L !== undefined) return value.L.map(plain);
  if (value.M !== undefined) {
    return Object.fromEntries(Object.entries(value.M).map(([name, part]) => [name, plain(part)]));
  }
  return null;
}

function same(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

function all(names: string[], why: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, why]));
}

function afterSlash(key: string): string {
  return key.slice(key.indexOf("/") + 1);
}
