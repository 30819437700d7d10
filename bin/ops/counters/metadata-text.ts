import * as z from "zod";
import { Metadata, reservedKeys } from "../../../core/counters/count-event.ts";

// Text as deeply nested as more characters allow would exhaust the stack while it is checked.
const longestText = 2_048;

/** The text of --metadata, parsed. A number that JSON cannot keep as it is written is refused. */
export const MetadataText = z
  .string()
  .max(longestText, "must take at most 1024 bytes")
  .transform((text, context): unknown => {
    const parsed = parseJson(text);
    if (parsed.result === "parsed") return parsed.document;
    context.addIssue({ code: "custom", message: parsed.reason });
    return z.NEVER;
  })
  .refine((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
    message: 'must be a JSON object, for example \'{"gate":"north"}\'',
    abort: true,
  })
  .pipe(Metadata)
  .refine(
    (metadata) => reservedKeys.every((key) => !Object.hasOwn(metadata, key)),
    `must not have the keys ${reservedKeys.map((key) => `"${key}"`).join(" and ")}: only the service writes them`,
  );

const notJson = 'must be JSON, for example \'{"gate":"north"}\'';

function parseJson(text: string) {
  let changed: string | undefined;
  const check = (_key: string, value: unknown, { source = "" }: Source = {}) => {
    if (typeof value === "number" && !isExact(value, source)) changed ??= source;
    return value;
  };
  let document: unknown;
  try {
    document = JSON.parse(text, check);
  } catch {
    return { result: "refused", reason: notJson } as const;
  }
  if (changed === undefined) return { result: "parsed", document } as const;
  const shown = changed.length <= 40 ? changed : `${changed.slice(0, 40)}…`;
  const reason = `must hold no number that would change (${shown}); write it as text, in quotes`;
  return { result: "refused", reason } as const;
}

/** How a primitive value was written in the text. */
interface Source {
  source?: string;
}

/** Whether a number prints as the decimal that was written. Metadata refuses those too large. */
function isExact(value: number, source: string): boolean {
  return Math.abs(value) > Number.MAX_SAFE_INTEGER || decimal(String(value)) === decimal(source);
}

/** Digits and exponent of a decimal without its sign, the same for 0.5, 0.50 and 5e-1. */
function decimal(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().replace(/^-/, "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const power =
    BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${significant}e${power}`;
}
