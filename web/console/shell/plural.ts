/** A number of things, such as "1 counter" or "3 counters"; for nouns whose plural ends in s. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? "" : "s"}`;
}
