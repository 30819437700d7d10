/**
 * As Promise.all, but it ends only when all have ended, because Lambda freezes unfinished work when the
 * response is sent. If several fail, throws the error of the first of them in the list, so that a refused
 * authorization hides the errors of reads that ran at the same time.
 */
export async function allInOrder<const Values extends readonly unknown[] | []>(
  values: Values,
): Promise<{ -readonly [Index in keyof Values]: Awaited<Values[Index]> }> {
  await Promise.allSettled(values);
  return await Promise.all(values);
}
