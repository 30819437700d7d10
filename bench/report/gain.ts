import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { Pair, ratioOf } from "./comparison.ts";
import { figureKey } from "./figure.ts";
import { Provenance, resultsFolder } from "./result.ts";

/** A part before and after a change, measured by turns in one run. */
export const Gain = Provenance.extend({
  /** Of the code before, where it was known and nothing was changed; `commit` is that of the code after. */
  commitBefore: z.string().exactOptional(),
  figures: z
    .array(
      Pair.extend({ ratio: z.number().exactOptional() }).refine(
        (pair) => pair.ratio === ratioOf(pair),
        { error: "the ratio contradicts the values" },
      ),
    )
    .min(1)
    .refine((figures) => new Set(figures.map(figureKey)).size === figures.length, {
      error: "two figures have the same name and unit",
    }),
});
export type Gain = z.infer<typeof Gain>;

export const gainsFolder = join(resultsFolder, "gains");

export function storedGains(): Gain[] {
  return globSync("*.json", { cwd: gainsFolder })
    .sort()
    .map((file) => Gain.parse(JSON.parse(readFileSync(join(gainsFolder, file), "utf8"))));
}

export function gainOf(about: Omit<Gain, "figures">, pairs: Pair[]): Gain {
  const figures = pairs.map((pair) => {
    const ratio = ratioOf(pair);
    return { ...pair, ...(ratio !== undefined && { ratio }) };
  });
  return Gain.parse({ ...about, figures });
}
