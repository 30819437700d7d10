/** A number of things, such as "1 counter" or "3 counters"; for nouns whose plural ends in s. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * The same with what they do, such as "1 counter stays" or "3 counters stay"; for verbs whose plural
 * only has no s.
 */
export function pluralWith(count: number, noun: string, verb: string): string {
  return `${plural(count, noun)} ${verb}${count === 1 ? "s" : ""}`;
}
