import { globSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const root = join(import.meta.dirname, "..", "..", "..");

/** Every schema that the private API exports, by its name, of requests and of responses. */
export async function exportedSchemas(): Promise<[string, z.ZodType][]> {
  const files = globSync("api/private/**/*.ts", { cwd: root });
  const modules = await Promise.all(files.map((file) => import(join(root, file))));
  return modules.flatMap((exported: Record<string, unknown>) =>
    Object.entries(exported).filter(
      (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
    ),
  );
}

/** The names of all fields of a schema, at any depth. */
export function fieldNames(schema: z.ZodType): string[] {
  const names = new Set<string>();
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  JSON.stringify(described, (key, value) => {
    if (key === "properties") for (const name of Object.keys(value)) names.add(name);
    return value;
  });
  return [...names];
}

const depth = 10_000;
const deep = (before: string, after: string) => before.repeat(depth) + after.repeat(depth);
const notANumber = '{"toString":1,"valueOf":2}';

/** Values as JSON texts: some of them nothing but JSON.parse could make. */
export const hostileJson: Record<string, string> = {
  "a length that is no number": `{"length":${notANumber},"size":${notANumber}}`,
  "a deep length": `{"length":${deep("[", "]")}}`,
  "deep arrays": deep("[", "]"),
  "deep objects": deep('{"a":', "}").replace(":}", ":1}"),
  "what cannot be a text": notANumber,
  "a prototype": '{"__proto__":{"length":1},"constructor":{"prototype":1}}',
  "a prototype's name": '"__proto__"',
  "a huge number": "1e999",
  "too large an integer": "9007199254740993",
  "negative zero": "-0",
  "half a character": '"\\ud800"',
  "a control character": '"\\u0000"',
  "a long text": `"${"a".repeat(30_000)}"`,
  "a list of nothing": "[null]",
  nothing: "null",
};
