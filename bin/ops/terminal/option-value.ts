import { InvalidArgumentError } from "commander";
import * as z from "zod";

/** Parses the text of an option or argument; commander names the option in front of the reason. */
export function optionValue<Schema extends z.core.$ZodType>(schema: Schema) {
  return (text: string): z.output<Schema> => {
    const parsed = z.safeParse(schema, text);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message}.`);
  };
}

export const notBlank = z.string().refine((text) => text.trim() !== "", "must not be empty");
