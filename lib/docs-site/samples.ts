import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation, Response } from "./openapi.ts";

interface RequestSamples {
  /** `list-counters`: the name of the files in samples/. */
  name: string;
  operation: Operation;
  url: string;
  responseOf: (one: Response | { $ref: string }) => Response;
}

const counterId = "ctr_5hVxQ0c1Tn8ZbRk2LmP4";

/** A request in curl and with the clients, and what comes back. Fences with titles become tabs. */
export function requestSamples({ name, operation, url, responseOf }: RequestSamples): string {
  const { responses, security } = operation;
  const curl =
    security?.length === 0
      ? `curl -G ${url} \\\n  --data-urlencode "url={base_url}/embed/emb_7bQx2LmZ9cRt4WvK1nYp8DsH"`
      : `curl -H "Authorization: Bearer $API_KEY" \\\n  ${url}`;
  const response = responses["200"] && responseOf(responses["200"]);
  const samples = [
    fence("sh curl", curl),
    ...clientSamples(name),
    ...exampleOf(response?.content?.["application/json"]?.examples, "Response"),
  ];
  return samples.join("\n\n").replaceAll("{counterId}", counterId);
}

/** How an event is verified with the clients, and what it holds. */
export function eventSamples({ requestBody }: Operation): string {
  const { examples } = requestBody?.content["application/json"] ?? {};
  return [...clientSamples("event"), ...exampleOf(examples, "Body")].join("\n\n");
}

/** With the clients, where they have the operation. */
function clientSamples(name: string): string[] {
  const languages = [
    ["js", "js JavaScript"],
    ["py", "python Python"],
  ] as const;
  return languages.flatMap(([extension, info]) => {
    const file = join(import.meta.dirname, "samples", `${name}.${extension}`);
    return existsSync(file) ? [fence(info, readFileSync(file, "utf8").trimEnd())] : [];
  });
}

function exampleOf(examples: Record<string, { value: unknown }> | undefined, title: string) {
  const [example] = Object.values(examples ?? {});
  if (example === undefined) return [];
  return [`**${title}**`, fence("json", JSON.stringify(example.value, null, 2))];
}

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\``;
