import { unmarshall } from "@aws-sdk/util-dynamodb";
import { isKnownFormat } from "../../core/stored-format.ts";
import { notAsExpected, unknownFormat } from "./damaged-items.ts";
import type { Item } from "./dynamodb-batch-get.ts";

/**
 * Reads single attributes of a stored item, by their types alone, where a request waits for it: a schema
 * takes longer to build and to apply. Throws, naming the item's key and the attribute that differs.
 */
export class ItemFields {
  readonly #item: Item;

  constructor(item: Item | undefined) {
    this.#item = item ?? {};
    const { formatVersion } = this.#item;
    if (formatVersion !== undefined && !isKnownFormat(formatVersion.N ?? Number.NaN))
      throw unknownFormat(unmarshall(this.#item));
  }

  text(name: string): string {
    return this.#item[name]?.S ?? this.refuse(name);
  }

  number(name: string): number {
    const value = Number(this.#item[name]?.N);
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : this.refuse(name);
  }

  integer(name: string): number {
    const value = this.number(name);
    return Number.isInteger(value) ? value : this.refuse(name);
  }

  boolean(name: string): boolean {
    return this.#item[name]?.BOOL ?? this.refuse(name);
  }

  oneOf<Value extends string>(values: readonly Value[], name: string): Value {
    const text = this.#item[name]?.S;
    return values.find((value) => value === text) ?? this.refuse(name);
  }

  isNull(name: string): boolean {
    return this.#item[name]?.NULL === true;
  }

  has(name: string): boolean {
    return this.#item[name] !== undefined;
  }

  /** Throws for an attribute that is not as expected. */
  refuse(name: string): never {
    // A number that no double holds must not fail here again.
    throw notAsExpected(unmarshall(this.#item, { wrapNumbers: true }), [name]);
  }
}
