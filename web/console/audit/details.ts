import type { AuditEntryView } from "../../../core/private-api/organization.ts";

type Details = NonNullable<AuditEntryView["before"]>;
type Value = Details[string] | undefined;

/** The name of a counter or a group by its id; undefined for one that is gone, or not known yet. */
export type NameOf = (id: string) => string | undefined;

/** A field that is another than before, in words. */
export interface ChangedField {
  label: string;
  /** Absent where the field is new. */
  before?: string;
  /** Absent where the field is gone. */
  after?: string;
}

/** What says something to operators only, or is said elsewhere in the entry. */
const left = new Set(["invitationId", "deliveryIds", "eventId", "sessionId"]);

/** What a field is called, where its name in words is not enough; in the order of the page. */
const labels = new Map([
  ["name", "name"],
  ["email", "e-mail address"],
  ["role", "role"],
  ["url", "URL"],
  ["events", "events"],
  ["targetId", "watches"],
  ["groupId", "group"],
  ["counterId", "counter"],
  ["counterIds", "counters"],
  ["lastFour", "last four characters"],
]);

/** The fields of an entry that differ, always in the same order. */
export function changedFields(
  { before, after }: Pick<AuditEntryView, "before" | "after">,
  nameOf: NameOf,
): ChangedField[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => !left.has(field))
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return fields.flatMap((field) => {
    const [from, to] = [before?.[field], after?.[field]];
    if (JSON.stringify(from ?? null) === JSON.stringify(to ?? null)) return [];
    return [
      {
        label: labels.get(field) ?? inWords(field),
        ...(from !== undefined && { before: text(from, nameOf) }),
        ...(to !== undefined && { after: text(to, nameOf) }),
      },
    ];
  });
}

const order = [...labels.keys()];

/** Where a field stands: those with a label first, the others by their names. */
function rank(field: string): number {
  const place = order.indexOf(field);
  return place === -1 ? order.length : place;
}

/** The ids in an entry whose names it needs. */
export function idsIn({ before, after }: Pick<AuditEntryView, "before" | "after">): string[] {
  return [before, after].flatMap((details) =>
    Object.values(details ?? {}).flatMap((value) =>
      (Array.isArray(value) ? value : [value]).filter(
        (each): each is string => typeof each === "string" && idPattern.test(each),
      ),
    ),
  );
}

const idPattern = /^([a-z]{3})_[0-9A-Za-z]{20}$/;
const kinds: Record<string, string> = {
  ctr: "a counter that is gone",
  grp: "a group that is gone",
  alt: "an alert",
  end: "an endpoint",
  gat: "a gate",
};

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function inViewersFormat(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

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
  if (isoTime.test(value)) return inViewersFormat(value);
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
