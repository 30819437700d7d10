import * as z from "zod/mini";
import type { TableName } from "../../core/tables.ts";
import { type FunctionDefinition, tableName } from "./definition.ts";

/** The variable that names a table, such as `COUNT_EVENTS_TABLE` of `countEvents`. */
export function tableVariable(name: TableName): string {
  return `${name.replace(/[A-Z]/g, "_$&").toUpperCase()}_TABLE`;
}

/** What a definition's function is told: its variables, and the names of its tables. */
export type EnvironmentOf<Definition extends FunctionDefinition> = z.output<
  Definition["environment"]
> &
  (Definition extends { tables: (infer Name extends TableName)[] }
    ? { tables: Record<Name, string> }
    : unknown);

/** The function's environment variables; throws, naming each that is missing or wrong. */
export function environmentOf<Definition extends FunctionDefinition>(
  { name, environment, tables: wanted = [] }: Definition,
  variables: Record<string, string | undefined>,
): EnvironmentOf<Definition> {
  const tables = z.object(Object.fromEntries(wanted.map((one) => [tableVariable(one), tableName])));
  const parsed = [environment, tables].map((schema) => schema.safeParse(variables));
  const wrong = parsed.flatMap(({ error }) => error?.issues ?? []);
  if (wrong.length > 0) {
    const named = wrong.map(({ path }) => path.join("."));
    throw new Error(`${name} has a wrong environment: ${named.join(", ")}`);
  }
  const names = wanted.map((one) => [one, variables[tableVariable(one)]]);
  const read = { ...Object(parsed[0]?.data), tables: Object.fromEntries(names) };
  return read as EnvironmentOf<Definition>;
}
