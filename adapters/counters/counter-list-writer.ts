import * as z from "zod";
import { sortByName } from "../../core/list-order.ts";
import { type ItemBytes, itemScanner, type PlainItem } from "../aws/dynamodb-plain-items.ts";
import { readableItems } from "../aws/readable-items.ts";
import { ByteWriter } from "../byte-writer.ts";
import {
  AttributeCheck,
  counterAttributes,
  placeOf,
  requiredPlaces,
} from "./counter-attributes.ts";
import { storedCounterOf } from "./dynamodb-counters.ts";

export interface CounterListOptions {
  /** The fields that each counter has in the list; all are fields of stored counters. */
  shape: z.ZodRawShape;
  /** Whether archived counters are listed, too. */
  archived: boolean;
}

interface Written {
  id: string;
  name: string;
  start: number;
  end: number;
}

/**
 * Writes the JSON of a list of counters, `{"counters":[…]}`, from items as DynamoDB sent them: what
 * the schemas make of them, without an object for each counter. Items with unusual attributes are
 * parsed; one that is damaged is left out.
 */
export class CounterListWriter {
  /** Adds the counters of a page. */
  readonly add: (items: ItemBytes) => void;
  readonly #json = new ByteWriter();
  /** Id and name of each counter, as bytes: strings that live as long as the list take more memory. */
  readonly #keys = new ByteWriter();
  /** For each counter, where its id, its name and its JSON end. */
  readonly #ends: number[] = [];
  readonly #check = new AttributeCheck();
  readonly #options: CounterListOptions;
  readonly #fields: { place: number; label: Buffer; absent: Buffer }[];

  constructor(options: CounterListOptions) {
    this.#options = options;
    this.#fields = Object.entries(options.shape).map(([field, schema], index) => ({
      place: placeOf(field),
      label: Buffer.from(`${index === 0 ? "{" : ","}"${field}":`),
      absent: absentValue(schema),
    }));
    const schema = z.object(options.shape);
    this.add = itemScanner({
      attributes: counterAttributes,
      plain: (item) => this.#addPlain(item),
      parsed: (item) => {
        const [stored] = readableItems("counters", [item], storedCounterOf);
        if (stored === undefined) return;
        if (stored.archivedAt !== undefined && !options.archived) return;
        this.#json.write(Buffer.from(JSON.stringify(schema.parse(stored))));
        this.#keys.write(Buffer.from(stored.id));
        const idEnd = this.#keys.length;
        this.#keys.write(Buffer.from(stored.name));
        this.#ends.push(idEnd, this.#keys.length, this.#json.length);
      },
    });
  }

  sortedByName(): Buffer {
    return this.#list(sortByName(this.#counters()));
  }

  /** The counters with these ids, in this order; ids without a counter are left out. */
  inOrder(ids: string[]): Buffer {
    const byId = new Map(this.#counters().map((counter) => [counter.id, counter]));
    return this.#list(ids.flatMap((id) => byId.get(id) ?? []));
  }

  #addPlain(item: PlainItem): boolean {
    const { bytes, types, starts, ends } = item;
    for (let place = 0; place < types.length; place += 1) {
      if (!this.#check.accepts(item, place)) return false;
    }
    if (requiredPlaces.some((place) => types[place] === undefined)) return false;
    if (types[archivedAt] !== undefined && !this.#options.archived) return true;
    this.#writePlain(item);
    this.#keys.write(bytes, starts[id], ends[id]);
    const idEnd = this.#keys.length;
    this.#keys.write(bytes, starts[name], ends[name]);
    this.#ends.push(idEnd, this.#keys.length, this.#json.length);
    return true;
  }

  #writePlain({ bytes, types, starts, ends }: PlainItem): void {
    const json = this.#json;
    for (const { place, label, absent } of this.#fields) {
      json.write(label);
      const type = types[place];
      if (type === undefined) json.write(absent);
      else if (type === "NULL") json.write(nothing);
      else {
        if (type === "S") json.writeByte(quote);
        json.write(bytes, starts[place], ends[place]);
        if (type === "S") json.writeByte(quote);
      }
    }
    json.writeByte(closingBrace);
  }

  #counters(): Written[] {
    const ends = this.#ends;
    const keys = this.#keys.written;
    const counters: Written[] = [];
    let keyStart = 0;
    let start = 0;
    for (let at = 0; at < ends.length; at += 3) {
      const idEnd = ends[at] ?? 0;
      const keyEnd = ends[at + 1] ?? 0;
      const end = ends[at + 2] ?? 0;
      const id = keys.toString("utf8", keyStart, idEnd);
      counters.push({ id, name: keys.toString("utf8", idEnd, keyEnd), start, end });
      keyStart = keyEnd;
      start = end;
    }
    this.#keys.free();
    return counters;
  }

  #list(counters: Written[]): Buffer {
    const json = this.#json.written;
    const written = counters.reduce((sum, { start, end }) => sum + end - start, 0);
    const commas = Math.max(0, counters.length - 1);
    const list = new ByteWriter(opening.length + written + commas + closing.length);
    list.write(opening);
    counters.forEach(({ start, end }, index) => {
      if (index > 0) list.writeByte(comma);
      list.write(json, start, end);
    });
    list.write(closing);
    this.#json.free();
    return list.written;
  }
}

const [id, name, archivedAt] = [placeOf("id"), placeOf("name"), placeOf("archivedAt")];
// In ASCII.
const [quote, comma, closingBrace] = [0x22, 0x2c, 0x7d];
const bytesOf = (text: string) => Buffer.from(text);
const [opening, closing, nothing] = [bytesOf('{"counters":['), bytesOf("]}"), bytesOf("null")];

/** What an optional field has in JSON when the item does not have it. */
function absentValue(schema: z.core.$ZodType): Buffer {
  return Buffer.from(JSON.stringify(z.safeParse(schema, undefined).data) ?? "");
}
