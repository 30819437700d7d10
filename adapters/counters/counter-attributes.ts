import * as z from "zod";
import { CounterMode, StoredCounter } from "../../core/counters/counter.ts";
import { FormatVersion } from "../../core/format-version.ts";
import type { PlainItem, PlainType } from "../aws/dynamodb-plain-items.ts";

const schemas: Record<string, z.ZodType> = { ...StoredCounter.shape, formatVersion: FormatVersion };
const fields = Object.keys(schemas);

/** The attributes of a counter's item, with the places of their fields. */
export const counterAttributes = fields.map((field) => (field === "id" ? "counterId" : field));

/** The places of the fields that every item has: those that the schema misses in an empty item. */
export const requiredPlaces =
  z
    .object(schemas)
    .safeParse({})
    .error?.issues.map(({ path: [field] }) => placeOf(String(field))) ?? [];

/** The place of a field of stored counters. */
export function placeOf(field: string): number {
  const place = fields.indexOf(field);
  if (place === -1) throw new Error(`stored counters have no field ${field}`);
  return place;
}

interface Usual {
  type: PlainType;
  pattern: RegExp;
}

// Each accepts less than the field's schema, and only what is the same in JSON, in ASCII.
const text = { type: "S", pattern: /^\w+$/ } as const;
const integer = { type: "N", pattern: /^(?:0|-?[1-9]\d{0,14})$/ } as const;
const positive = { type: "N", pattern: /^[1-9]\d{0,14}$/ } as const;
const flag = { type: "BOOL", pattern: /^(?:true|false)$/ } as const;
const time = {
  type: "S",
  pattern:
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/,
} as const;

/** What most values are: others are checked by their field's schema, which takes several times longer. */
const usual: Partial<Record<string, Usual>> = {
  id: text,
  name: { type: "S", pattern: /^[!#-[\]-~](?:[ !#-[\]-~]{0,198}[!#-[\]-~])?$/ },
  count: integer,
  incrementStep: positive,
  decrementStep: positive,
  mode: { type: "S", pattern: new RegExp(`^(?:${CounterMode.options.join("|")})$`) },
  organizationId: text,
  groupId: { type: "S", pattern: /^\w{1,100}$/ },
  goalTarget: integer,
  locked: flag,
  version: positive,
  lastEventId: { type: "N", pattern: /^(?:0|[1-9]\d{0,14})$/ },
  createdAt: time,
  updatedAt: time,
  resetDaily: flag,
  resetTo: integer,
  countsPeople: flag,
  ups: integer,
  downs: integer,
  adjusted: integer,
  late: integer,
  lastCountAt: time,
  peak: integer,
  peakAt: time,
} satisfies Partial<Record<keyof StoredCounter, Usual>>;

/** Only names are longer. */
const rememberedBytes = 40;

/** Checks attributes as the schema of stored counters does. */
export class AttributeCheck {
  /** The last value of each field: the next counter often has the same. */
  readonly #before = fields.map(() => ({
    type: undefined as PlainType | undefined,
    bytes: Buffer.alloc(rememberedBytes),
    length: 0,
  }));

  /**
   * Whether the schema accepts the item's attribute, and its bytes are its JSON. If not, the item has to
   * be parsed.
   */
  accepts({ bytes, types, starts, ends }: PlainItem, place: number): boolean {
    const type = types[place];
    const start = starts[place] ?? 0;
    const end = ends[place] ?? 0;
    const before = this.#before[place];
    if (type === undefined || before === undefined) return true;
    if (type === before.type && isSame(bytes, start, end, before)) return true;
    const field = fields[place] ?? "";
    const { type: usualType, pattern } = usual[field] ?? {};
    const isUsual = usualType === type && pattern?.test(bytes.toString("latin1", start, end));
    if (!isUsual && !isRight(field, type, bytes.toString("utf8", start, end))) return false;
    if (end - start > rememberedBytes) return true;
    before.type = type;
    before.length = bytes.copy(before.bytes, 0, start, end);
    return true;
  }
}

function isSame(
  bytes: Buffer,
  start: number,
  end: number,
  before: { bytes: Buffer; length: number },
): boolean {
  if (before.length !== end - start) return false;
  for (let index = 0; index < before.length; index += 1) {
    if (before.bytes[index] !== bytes[start + index]) return false;
  }
  return true;
}

function isRight(field: string, type: PlainType, text: string): boolean {
  const value = attributeValue(type, text);
  if (type === "N" && String(value) !== text) return false;
  return schemas[field]?.safeParse(value).success === true;
}

function attributeValue(type: PlainType, text: string): unknown {
  switch (type) {
    case "S":
      return text;
    case "N":
      return Number(text);
    case "BOOL":
      return text === "true";
    case "NULL":
      return null;
  }
}
