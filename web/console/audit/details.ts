import type { AuditEntryView } from "../../../api/private/audit.ts";
import { settingValues } from "../../../api/private/conflict.ts";
import { noticeKinds } from "../../../core/members/preferences.ts";
import { planNames } from "../../../core/organizations/plan.ts";
import { dateFormat, precisions } from "../dates/format.ts";
import { kindNames, ruleNames } from "../notices/kind-names.ts";
import { stateNames } from "../webhooks/deliveries/state-names.ts";

type Details = NonNullable<AuditEntryView["before"]>;
type Value = Details[string] | undefined;

/** The name of a counter, a group or an endpoint by its id; undefined for one that is gone, or not known yet. */
export type NameOf = (id: string) => string | undefined;

/** A field that is another than before, in words. */
export interface ChangedField {
  label: string;
  /** Absent where the field is new. */
  before?: string;
  /** Absent where the field is gone. */
  after?: string;
  /** Of a new field that names counters. */
  counterIds?: string[];
}

/** What says something to operators only, or is said elsewhere in the entry. */
const left = new Set(["invitationId", "deliveryIds", "eventId", "sessionId", "undoes"]);

/** What a field is called, where its name in words is not enough; in the order of the page. */
const labels = new Map([
  ["name", "name"],
  ["email", "e-mail address"],
  ["role", "role"],
  ["url", "URL"],
  ["events", "events"],
  ["targetId", "watches"],
  ["expiresAt", "expires"],
  ["groupId", "group"],
  ["counterId", "counter"],
  ["counterIds", "counters"],
  ["groupIds", "groups"],
  ["lastFour", "last four characters"],
  // As the forms have them.
  ["mode", "taps"],
  ["incrementStep", "a tap up adds"],
  ["decrementStep", "a tap down subtracts"],
  ["goalTarget", "goal"],
  ["resetDaily", "reset at the start of each day"],
  ["resetTo", "number after a reset"],
  ["countsPeople", "counts people"],
  ["kind", "fires at"],
  ["percent", "percent of the capacity"],
  ["at", "number"],
  ["count", "count"],
  ["capacity", "capacity"],
  ["rearmBelow", "armed again below"],
  ["origin", "sends to"],
  ["kinds", "events"],
  ...noticeKinds.map((kind) => [`${kind}Mails`, kindNames[kind].toLowerCase()] as const),
  ["since", "events since"],
  ["waiting", "including waiting retries"],
  ["resent", "sent again"],
  ["adjusted", "counters reset"],
  ["pausedAlerts", "paused alerts"],
  ["ungrouped", "counters taken out"],
]);

/** What stored values are called, by their field. */
const valueNames: Record<string, Record<string, string>> = {
  ...settingValues,
  plan: planNames,
  state: stateNames,
  kinds: kindNames,
  ...Object.fromEntries(noticeKinds.map((kind) => [`${kind}Mails`, ruleNames])),
};

/** Of a thing that is new or gone, what its sentence calls it. */
const names = new Set(["name", "email"]);

/** The fields of an entry that differ, always in the same order; without the name that its sentence says. */
export function changedFields(
  { before, after }: Pick<AuditEntryView, "before" | "after">,
  nameOf: NameOf,
  said?: string,
): ChangedField[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => !left.has(field))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return fields.flatMap((field) => {
    const [from, to] = [before?.[field], after?.[field]];
    if (JSON.stringify(from ?? null) === JSON.stringify(to ?? null)) return [];
    if (names.has(field) && (from ?? to) === said && (to ?? from) === said) return [];
    return [
      {
        label: labels.get(field) ?? inWords(field),
        ...(from !== undefined && { before: named(field, from) ?? text(from, nameOf) }),
        ...(to !== undefined && { after: named(field, to) ?? text(to, nameOf) }),
        ...(field === "counterIds" && from === undefined && { counterIds: idsIn(to) }),
      },
    ];
  });
}

function named(field: string, value: Value): string | undefined {
  const names = valueNames[field];
  if (names === undefined) return undefined;
  if (Array.isArray(value)) return value.map((one) => names[String(one)] ?? one).join(", ");
  return typeof value === "string" ? names[value] : undefined;
}

const order = [...labels.keys()];

/** Where a field stands: those with a label first, the others by their names. */
function rank(field: string): number {
  const place = order.indexOf(field);
  return place === -1 ? order.length : place;
}

/** What was changed, by its name; undefined where the entry has none and nobody knows one. */
export function targetName(
  { name, id }: AuditEntryView["target"],
  nameOf: NameOf,
): string | undefined {
  if (name !== null || id === null) return name ?? undefined;
  return nameOf(id) ?? kinds[id.slice(0, 3)];
}

/** The ids in an entry whose names it needs. */
export function idsOf({
  before,
  after,
  target,
}: Pick<AuditEntryView, "before" | "after" | "target">): string[] {
  const unnamed = target.name === null && target.id !== null ? [{ id: target.id }] : [];
  return [before, after, ...unnamed].flatMap((details) =>
    Object.values(details ?? {}).flatMap(idsIn),
  );
}

function idsIn(value: Value): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each): each is string => typeof each === "string" && idPattern.test(each));
}

const idPattern = /^([a-z]{3})_[0-9A-Za-z]{20}$/;
const kinds: Record<string, string> = {
  ctr: "a counter that is gone",
  grp: "a group that is gone",
  alt: "an alert",
  end: "an endpoint that is gone",
  gat: "a gate",
};

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** `rearmBelow` as “rearm below”. */
function inWords(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function text(value: Value, nameOf: NameOf): string {
  if (value === undefined || value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return value.toLocaleString();
  if (typeof value === "string") return words(value, nameOf);
  if (Array.isArray(value)) return list(value, nameOf);
  return Object.entries(value)
    .map(([field, inner]) => `${inWords(field)} ${text(inner, nameOf)}`)
    .join(", ");
}

function words(value: string, nameOf: NameOf): string {
  if (isoTime.test(value)) return dateFormat(precisions.minute).format(new Date(value));
  const kind = idPattern.exec(value)?.[1];
  return kind === undefined ? value : (nameOf(value) ?? kinds[kind] ?? value);
}

/** Things without names are counted. */
function list(values: Extract<Value, unknown[]>, nameOf: NameOf): string {
  const nameless = values.filter(
    (value) => typeof value === "string" && idPattern.test(value) && nameOf(value) === undefined,
  );
  const named = values.filter((value) => !nameless.includes(value));
  const shown = named.map((value) => text(value, nameOf)).join(", ");
  const rest = nameless.length.toLocaleString();
  if (nameless.length === 0) return shown || "none";
  return shown === "" ? rest : `${shown} and ${rest} more`;
}
