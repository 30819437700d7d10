import type * as z from "zod";
import type { FunctionDefinition } from "./definition.ts";

/** The function's environment variables; throws, naming each that is missing or wrong. */
export function environmentOf<Environment extends z.ZodType>(
  { name, environment }: FunctionDefinition<Environment>,
  variables: Record<string, string | undefined>,
): z.output<Environment> {
  const parsed = environment.safeParse(variables);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`${name} has a wrong environment: ${wrong.join("; ")}`);
}
