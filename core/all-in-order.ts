/**
 * Waits for all and returns their results, in the order of the arguments.
 *
 * If several fail, throws the error of the first argument that failed, so that a refused
 * authorization hides the errors of reads that ran at the same time. It throws only when all have ended, because
 * Lambda freezes unfinished work when the response is sent.
 */
export async function allThrowingInOrder<Promises extends unknown[]>(
  ...promises: Promises
): Promise<{ -readonly [Index in keyof Promises]: Awaited<Promises[Index]> }> {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}
