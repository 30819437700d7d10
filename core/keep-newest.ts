/**
 * Sets an entry of a map that an instance keeps for a while, as its newest; above `most` entries the
 * oldest goes.
 */
export function keepNewest<Key, Value>(
  map: Map<Key, Value>,
  [key, value]: [Key, Value],
  most: number,
): void {
  map.delete(key);
  const [oldest] = map.keys();
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
