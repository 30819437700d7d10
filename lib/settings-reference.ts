import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { settingDescriptions } from "./setting-descriptions.ts";
import { settingGroups } from "./settings.ts";

/** The page docs/operators/configuration.md: every setting of a deployment. */
export function settingsReference(): string {
  const sections = Object.entries(settingGroups).map(
    ([heading, group]) => `## ${heading}

| setting | default | values | meaning |
|---|---|---|---|
${Object.entries(group).map(row).join("\n")}
`,
  );
  return `# Configuration

The settings of a deployment stand in \`cdk.json\` under \`context\`, or are given with \`-c name=value\`. An unknown name or a
wrong value stops the deployment with a message. \`npm run docs\` writes this page from \`lib/settings.ts\`.

${sections.join("\n")}`;
}

function row([name, schema]: [string, z.ZodType]): string {
  const description = settingDescriptions.get(schema);
  if (description === undefined) throw new Error(`${name} has no description`);
  const { meaning, values = namedValues(schema) } = description;
  const defaultValue = description.default ?? defaultOf(name, schema);
  return `| \`${name}\` | ${defaultValue} | ${values} | ${meaning} |`;
}

const CdkFile = z.object({ context: z.record(z.string(), z.unknown()) });
const { context } = CdkFile.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, "..", "cdk.json"), "utf8")),
);

/** What cdk.json says holds before the schema's default. */
function defaultOf(name: string, schema: z.ZodType): string {
  const value = context[name] ?? schema.safeParse(undefined).data;
  return value === undefined ? "none" : `\`${value}\``;
}

/** The numbers or names that the schema of a setting allows. */
function namedValues(schema: z.ZodType): string {
  const { type, minimum, maximum, enum: names } = z.toJSONSchema(schema);
  if (type === "boolean") return "`true`, `false`";
  if (names !== undefined) return names.map((value) => `\`${value}\``).join(", ");
  if (minimum === undefined || maximum === undefined) throw new Error("the values need a text");
  return `${minimum.toLocaleString("en")} to ${maximum.toLocaleString("en")}`;
}
