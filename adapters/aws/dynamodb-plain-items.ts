import type { AttributeValue } from "@aws-sdk/client-dynamodb";

/**
 * The JSON array of items as DynamoDB sent it. `start` is the index after its opening bracket, `end`
 * the one after its closing bracket.
 */
export interface ItemBytes {
  bytes: Buffer;
  start: number;
  end: number;
}

/** Where an item's attributes are in the bytes. The next item overwrites it. */
export interface PlainItem {
  bytes: Buffer;
  /** The types, by the places of the attributes; undefined where the item has no such attribute. */
  types: (PlainType | undefined)[];
  /** Of the values, without quotes. None has an escape. */
  starts: Int32Array;
  ends: Int32Array;
}

export type PlainType = "S" | "N" | "BOOL" | "NULL";

export interface ItemReader {
  /** The attributes that it reads; a place is an index of this list. Others are passed over. */
  attributes: readonly string[];
  /** Returns false to get the item parsed. */
  plain(item: PlainItem): boolean;
  parsed(item: Record<string, AttributeValue>): void;
}

/**
 * Reads items without an object for each of them and for each attribute. DynamoDB keeps no order of
 * attributes, so each object would also have a shape of its own. Items with an attribute of another
 * type, or with an escape, are parsed.
 */
export function itemScanner(reader: ItemReader): (items: ItemBytes) => void {
  const { attributes } = reader;
  const named = Map.groupBy(
    attributes.map((name, place) => ({ name: Buffer.from(name), place })),
    ({ name }) => name.length,
  );
  const starts = new Int32Array(attributes.length);
  const ends = new Int32Array(attributes.length);
  const types: PlainItem["types"] = attributes.map(() => undefined);

  return ({ bytes, start, end }) => {
    const item = { bytes, types, starts, ends };
    const last = end - 1;
    if (bytes[last] !== closingBracket) throw noJson(last);
    for (let at = spaceEnd(bytes, start); at !== last; at = spaceEnd(bytes, at + 1)) {
      let behind = plainItemEnd(item, at);
      if (behind === undefined || !reader.plain(item)) {
        behind = valueEnd(bytes, at);
        reader.parsed(JSON.parse(bytes.toString("utf8", at, behind)));
      }
      at = spaceEnd(bytes, behind);
      if (at === last) return;
      if (bytes[at] !== comma) throw noJson(at);
    }
  };

  /** Finds the attributes of the item at `start`. Returns the index after it; undefined: parse it. */
  function plainItemEnd({ bytes }: PlainItem, start: number): number | undefined {
    types.fill(undefined);
    if (bytes[start] !== openingBrace) return undefined;
    for (let at = start + 1; ; at += 1) {
      if (bytes[at] !== quote) return undefined;
      const nameStart = at + 1;
      const nameEnd = stringEnd(bytes, nameStart);
      // After a name come :{" and the type.
      const type = nameEnd === undefined ? undefined : typeAt(bytes, nameEnd + 4);
      if (nameEnd === undefined || type === undefined || !isAt(bytes, nameEnd + 1, beforeType)) {
        return undefined;
      }
      const valueStart = nameEnd + 4 + beforeValue[type].length;
      const isText = type === "S" || type === "N";
      const textEnd = isText ? stringEnd(bytes, valueStart) : literalEnd(bytes, valueStart);
      if (textEnd === undefined) return undefined;
      at = isText ? textEnd + 1 : textEnd;
      if (bytes[at] !== closingBrace) return undefined;
      const place = placeOf(bytes, nameStart, nameEnd);
      if (place !== undefined) {
        types[place] = type;
        starts[place] = valueStart;
        ends[place] = textEnd;
      }
      at += 1;
      if (bytes[at] === closingBrace) return at + 1;
      if (bytes[at] !== comma) return undefined;
    }
  }

  function placeOf(bytes: Buffer, start: number, end: number): number | undefined {
    const candidates = named.get(end - start);
    // A loop over indices makes no iterator for each of 170,000 attributes.
    for (let index = 0; candidates !== undefined && index < candidates.length; index += 1) {
      const candidate = candidates[index];
      if (candidate !== undefined && isAt(bytes, start, candidate.name)) return candidate.place;
    }
    return undefined;
  }
}

// In ASCII.
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openingBrace, closingBrace] = [0x7b, 0x7d];
const [openingBracket, closingBracket] = [0x5b, 0x5d];
const beforeType = Buffer.from(':{"');
const beforeValue = {
  S: Buffer.from('S":"'),
  N: Buffer.from('N":"'),
  BOOL: Buffer.from('BOOL":'),
  NULL: Buffer.from('NULL":'),
};
const literals = ["true", "false"].map((text) => Buffer.from(text));

function typeAt(bytes: Buffer, at: number): PlainType | undefined {
  if (isAt(bytes, at, beforeValue.S)) return "S";
  if (isAt(bytes, at, beforeValue.N)) return "N";
  if (isAt(bytes, at, beforeValue.BOOL)) return "BOOL";
  return isAt(bytes, at, beforeValue.NULL) ? "NULL" : undefined;
}

function isAt(bytes: Buffer, at: number, expected: Buffer): boolean {
  for (let index = 0; index < expected.length; index += 1) {
    if (bytes[at + index] !== expected[index]) return false;
  }
  return true;
}

/** The index of the quote that ends a string; undefined for one that has an escape. */
function stringEnd(bytes: Buffer, start: number): number | undefined {
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) return at;
    if (byte === backslash) return undefined;
  }
  return undefined;
}

function literalEnd(bytes: Buffer, start: number): number | undefined {
  const literal = literals.find((one) => isAt(bytes, start, one));
  return literal && start + literal.length;
}

/**
 * The list of this name in a response; undefined if it has none. A JSON string cannot contain the quoted
 * name, because its quotes would be escaped, and an attribute of this name is an object with its type.
 */
export function listIn(bytes: Buffer, name: string): ItemBytes | undefined {
  const quoted = `"${name}"`;
  for (let at = bytes.indexOf(quoted); at !== -1; at = bytes.indexOf(quoted, at + 1)) {
    const behind = spaceEnd(bytes, at + Buffer.byteLength(quoted));
    const start = spaceEnd(bytes, behind + 1);
    if (bytes[behind] === colon && bytes[start] === openingBracket) {
      return { bytes, start: start + 1, end: valueEnd(bytes, start) };
    }
  }
  return undefined;
}

/** The index of the next byte that is not white space. */
function spaceEnd(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09)
    at += 1;
  return at;
}

/** The index after the JSON object or array that starts here. */
function valueEnd(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      for (at += 1; at < bytes.length && bytes[at] !== quote; at += 1) {
        if (bytes[at] === backslash) at += 1;
      }
    } else if (byte === openingBrace || byte === openingBracket) {
      depth += 1;
    } else if (byte === closingBrace || byte === closingBracket) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  throw noJson(start);
}

function noJson(at: number): SyntaxError {
  return new SyntaxError(`a page of items is not as expected at byte ${at}`);
}
