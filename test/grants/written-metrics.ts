import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod";

/** A metric as a function wrote it, in CloudWatch's embedded metric format, with all that differed. */
export const WrittenMetric = z.strictObject({
  functionName: z.string(),
  namespace: z.string(),
  name: z.string(),
  unit: z.string(),
  /** Their values; that of `version` is left out. */
  dimensions: z.record(z.string(), z.string()),
  least: z.number(),
  most: z.number(),
});
export type WrittenMetric = z.infer<typeof WrittenMetric>;

const Line = z.looseObject({
  _aws: z.object({
    CloudWatchMetrics: z.array(
      z.object({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string(), Unit: z.string().default("None") })),
      }),
    ),
  }),
});
const Values = z.union([z.number().transform((one) => [one]), z.array(z.number()).min(1)]);

/** What the functions of a local service wrote: each metric once, with its least and its highest value. */
export function writtenMetrics(logFolder: string): WrittenMetric[] {
  const found = new Map<string, WrittenMetric>();
  for (const file of readdirSync(logFolder).filter((name) => name.endsWith(".log"))) {
    const functionName = basename(file, ".log");
    for (const text of readFileSync(join(logFolder, file), "utf8").split("\n")) {
      if (!text.includes('"_aws"')) continue;
      for (const metric of metricsOfLine(functionName, JSON.parse(text))) {
        const { least, most, ...key } = metric;
        const id = JSON.stringify(key);
        const known = found.get(id) ?? metric;
        found.set(id, {
          ...metric,
          least: Math.min(least, known.least),
          most: Math.max(most, known.most),
        });
      }
    }
  }
  return [...found.values()];
}

/** What one line reports; throws where CloudWatch would find no value, or no dimension. */
export function metricsOfLine(functionName: string, written: unknown): WrittenMetric[] {
  const line = Line.parse(written);
  return line._aws.CloudWatchMetrics.flatMap(({ Namespace: namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) => {
      const dimensions = Object.fromEntries(
        names.map((name) => [name, name === "version" ? "" : z.string().parse(line[name])]),
      );
      return Metrics.map(({ Name: name, Unit: unit }) => {
        const values = Values.parse(line[name]);
        const [least, most] = [Math.min(...values), Math.max(...values)];
        return { functionName, namespace, name, unit, dimensions, least, most };
      });
    }),
  );
}
