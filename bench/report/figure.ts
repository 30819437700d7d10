import * as z from "zod";

/** A bound for a ratio or a count. Times hardly ever have one, because machines differ. */
const Target = z.strictObject({ is: z.enum(["≤", "≥", "="]), value: z.number() });

/** One number that was measured. A part has one figure of a name and a unit. */
export const Figure = z.object({
  name: z.string().min(1),
  /** Of several rounds their median, or the worst where the target is exact. */
  value: z.number(),
  unit: z.string().min(1),
  /** What each round measured, where there were several. */
  rounds: z.array(z.number()).min(2).exactOptional(),
  /** What the number is made of, in words. */
  detail: z.string().exactOptional(),
  target: Target.exactOptional(),
});
export type Figure = z.infer<typeof Figure>;

/** Names a figure within its part. */
export const figureKey = ({ name, unit }: Pick<Figure, "name" | "unit">) => `${name} ${unit}`;

export function isMet({ value, target }: Figure): boolean | undefined {
  if (target === undefined) return undefined;
  const bound = target.value;
  return { "≤": value <= bound, "≥": value >= bound, "=": value === bound }[target.is];
}

export function atMost(value: number, bound: number) {
  return { value, target: { is: "≤" as const, value: bound } };
}

export function atLeast(value: number, bound: number) {
  return { value, target: { is: "≥" as const, value: bound } };
}

export function exactly(value: number, expected: number) {
  return { value, target: { is: "=" as const, value: expected } };
}

/** A number that is not 0 only where something is wrong, such as events that were lost. */
export function none(value: number, about: { name: string; unit: string; detail: string }): Figure {
  return { ...about, ...exactly(value, 0) };
}
