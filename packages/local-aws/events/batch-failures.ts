import * as z from "zod";

const Report = z
  .object({
    batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish(),
  })
  .nullish();

/**
 * The items that a function reported as failed. As on AWS, a report that cannot be parsed or names
 * an unknown item fails the whole batch.
 */
export function reportedFailures(payload: string, identifiers: readonly string[]): Set<string> {
  const report = Report.safeParse(JSON.parse(payload));
  if (!report.success) return new Set(identifiers);
  const failures = report.data?.batchItemFailures ?? [];
  const failed = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
  return [...failed].every((id) => identifiers.includes(id)) ? failed : new Set(identifiers);
}
