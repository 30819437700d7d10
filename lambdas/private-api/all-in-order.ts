/**
 * Waits for all, and returns their results in their order.
 *
 * Of several errors it throws the first in this order, not in time: what is read
 * beside an authorization is never told before it.
 */
export async function allThrowingInOrder<Promises extends unknown[]>(
  ...promises: Promises
): Promise<{ -readonly [Index in keyof Promises]: Awaited<Promises[Index]> }> {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}
