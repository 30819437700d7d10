import { readFileSync } from "node:fs";
import * as z from "zod";
import { StartError } from "../start-error.ts";

const TemplateResource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Metadata: z.record(z.string(), z.unknown()).default({}),
  Condition: z.string().optional(),
});

/** The parts of a CloudFormation template that have an effect here. */
export const Template = z.object({
  Resources: z.record(z.string(), TemplateResource),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown().optional() })).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Mappings: z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown())))
    .default({}),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Condition: z.string().optional() }))
    .default({}),
});
export type Template = z.infer<typeof Template>;

/** Reads and parses a template file; throws StartError when it is absent or no template. */
export function readTemplate(file: string): Template {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new StartError(`Cannot read the template ${file}: run cdk synth first.`, {
      cause: error,
    });
  }
  const template = Template.safeParse(parseJson(text, file));
  if (template.success) return template.data;
  throw new StartError(`${file} is not a template:\n${z.prettifyError(template.error)}`);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(`${file} is not JSON.`, { cause: error });
  }
}
