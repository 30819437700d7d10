import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const Schema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
  default: z.union([z.string(), z.number()]).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  get items() {
    return Schema.optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
});
export type Schema = z.infer<typeof Schema>;

const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  description: z.string(),
  schema: Schema,
});
export type Parameter = z.infer<typeof Parameter>;

const examples = z.record(z.string(), z.object({ value: z.unknown() }));
const json = z.object({ schema: Schema, examples: examples.optional() });
const content = z.object({ "application/json": json.optional() });
const Reference = z.object({ $ref: z.string() });
const Header = z.object({ description: z.string() });
type Header = z.infer<typeof Header>;
const Response = z.object({
  description: z.string(),
  headers: z.record(z.string(), z.union([Reference, Header])).optional(),
  content: content.optional(),
});
export type Response = z.infer<typeof Response>;

const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().default(""),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(Parameter).optional(),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.union([Reference, Response])),
});
export type Operation = z.infer<typeof Operation>;

/** What the reference shows of docs/integrators/openapi.json. */
const Document = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(
    z.string(),
    z.object({ parameters: z.array(Parameter).optional(), get: Operation }),
  ),
  webhooks: z.record(z.string(), z.object({ post: Operation })),
  components: z.object({
    headers: z.record(z.string(), Header),
    responses: z.record(z.string(), Response),
    schemas: z.record(z.string(), Schema),
  }),
});

/** The API description, and what its references lead to. Throws where it has another form. */
export function readDescription(root: string) {
  const text = readFileSync(join(root, "docs/integrators/openapi.json"), "utf8");
  const document = Document.parse(JSON.parse(text));
  const { headers, responses, schemas } = document.components;
  const find = <Value>(values: Record<string, Value>, ref: string): Value => {
    const found = values[ref.split("/").at(-1) ?? ""];
    if (found === undefined) throw new Error(`openapi.json has no ${ref}`);
    return found;
  };
  return {
    document,
    schemaOf: (schema: Schema) => (schema.$ref ? find(schemas, schema.$ref) : schema),
    responseOf: (one: Response | { $ref: string }) =>
      "$ref" in one ? find(responses, one.$ref) : one,
    headerOf: (one: Header | { $ref: string }) => ("$ref" in one ? find(headers, one.$ref) : one),
  };
}
