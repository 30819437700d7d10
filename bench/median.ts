export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [upper, lower] = [sorted[middle], sorted[middle - 1]];
  if (upper === undefined) throw new Error("there is no median of nothing");
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}
