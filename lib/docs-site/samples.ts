import type { Operation, Response } from "./openapi.ts";

interface RequestSamples {
  operation: Operation;
  url: string;
  responseOf: (one: Response | { $ref: string }) => Response;
}

const counterId = "ctr_5hVxQ0c1Tn8ZbRk2LmP4";

/** How each operation is called with the clients, in JavaScript and in Python. */
const calls: Record<string, { js: string[]; python: string[] }> = {
  listCounters: {
    js: [
      "for (const { name, count } of await client.counters()) {",
      "  console.log(name, count);",
      "}",
    ],
    python: ["for counter in client.counters():", '    print(counter["name"], counter["count"])'],
  },
  getCounter: {
    js: [`const { count } = await client.counter("${counterId}");`],
    python: [`counter = client.counter("${counterId}")`, 'print(counter["count"])'],
  },
  getCounterHistory: {
    js: [
      `for await (const { delta, createdAt } of client.history("${counterId}")) {`,
      "  console.log(createdAt, delta);",
      "}",
    ],
    python: [
      `for event in client.history("${counterId}"):`,
      '    print(event["createdAt"], event["delta"])',
    ],
  },
};

/** A request in curl and with the clients, and what comes back. Fences with titles become tabs. */
export function requestSamples({ operation, url, responseOf }: RequestSamples): string {
  const { operationId, responses, security } = operation;
  const call = calls[operationId];
  const target = url.replace("{counterId}", counterId);
  const curl =
    security?.length === 0
      ? `curl -G ${target} \\\n  --data-urlencode "url={base_url}/embed/emb_7bQx2LmZ9cRt4WvK1nYp8DsH"`
      : `curl -H "Authorization: Bearer $API_KEY" \\\n  ${target}`;
  const response = responses["200"] && responseOf(responses["200"]);
  return [
    fence("sh curl", curl),
    ...(call === undefined ? [] : clientSamples(call)),
    ...exampleOf(response?.content?.["application/json"].examples, "Response"),
  ].join("\n\n");
}

function clientSamples({ js, python }: { js: string[]; python: string[] }): string[] {
  return [
    fence(
      "js JavaScript",
      `import { CountingClient } from "counting-client";

const client = new CountingClient({
  apiUrl: "{api_url}",
  apiKey: process.env.API_KEY,
});
${js.join("\n")}`,
    ),
    fence(
      "python Python",
      `import os
from counting_client import CountingClient

client = CountingClient(
    api_url="{api_url}",
    api_key=os.environ["API_KEY"],
)
${python.join("\n")}`,
    ),
  ];
}

/** How an event is verified with the clients, and what it holds. */
export function eventSamples({ requestBody }: Operation): string {
  return [
    fence("js JavaScript", verifiedInJavaScript),
    fence("python Python", verifiedInPython),
    ...exampleOf(requestBody?.content["application/json"].examples, "Body"),
  ].join("\n\n");
}

const verifiedInJavaScript = `import { verifyWebhook } from "counting-client";

const secret = process.env.WEBHOOK_SECRET;
const result = await verifyWebhook(rawBody, request.headers, secret);
if (result.verified) console.log(result.event.type, result.event.data);`;

const verifiedInPython = `import os
from counting_client import verify_webhook

secret = os.environ["WEBHOOK_SECRET"]
result = verify_webhook(raw_body, request.headers, secret)
if result.verified:
    print(result.event["type"], result.event["data"])`;

function exampleOf(examples: Record<string, { value: unknown }> | undefined, title: string) {
  const [example] = Object.values(examples ?? {});
  return example === undefined
    ? []
    : [`**${title}**`, fence("json", JSON.stringify(example.value, null, 2))];
}

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\``;
