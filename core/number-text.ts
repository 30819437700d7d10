import * as z from "zod";

const wholeNumberText = (wanted: string) =>
  z
    .string()
    .regex(/^-?(0|[1-9]\d*)$/, wanted)
    // Without the sum, -0 would stay -0.
    .transform((text) => Number(text) + 0);

/** A whole number, however large. */
export const digits = wholeNumberText("must be a whole number, written in digits only");
const beyondNumbers = `must be within ±${Number.MAX_SAFE_INTEGER}`;

/** A whole number as people write it, for what has a range without negative numbers. */
export const wholeNumber = digits.refine(Number.isSafeInteger, beyondNumbers);

/** A whole number of either sign as people write it. */
export const signedWholeNumber = wholeNumberText("must be a whole number such as 250 or -5").refine(
  Number.isSafeInteger,
  beyondNumbers,
);

// Twelve decimal places stay inside what DynamoDB keeps exactly, whatever stands before the point.
export const decimalNumber = z
  .string()
  .regex(
    /^-?(0|[1-9]\d*)(\.\d{1,12})?$/,
    "must be a number such as 250 or 12.5, with at most 12 decimal places",
  )
  .transform(Number)
  .refine(
    (value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER,
    `must be within ±${Number.MAX_SAFE_INTEGER}`,
  );
