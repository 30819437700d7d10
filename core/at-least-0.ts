/** What is shown of a sum: it is less than 0 where only taps of earlier times were undone. */
export function atLeast0(sum: bigint): bigint {
  return sum > 0n ? sum : 0n;
}
