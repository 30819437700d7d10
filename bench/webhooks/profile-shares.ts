import * as z from "zod";

const CallFrame = z.object({ functionName: z.string(), url: z.string(), lineNumber: z.int() });
type CallFrame = z.infer<typeof CallFrame>;

/** As V8 writes it; times are in microseconds. */
const CpuProfile = z.object({
  nodes: z.array(
    z.object({ id: z.int(), callFrame: CallFrame, children: z.array(z.int()).optional() }),
  ),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.int()),
});
type CpuProfile = z.infer<typeof CpuProfile>;

interface Share {
  part: string;
  /** Of the time in which the processes were not idle; 0 to 1. */
  share: number;
}

/** What processes spent their time on, the largest share first. `code` is their unminified bundle. */
export function sharesOf(profiles: unknown[], code: string): Share[] {
  const fileOf = filesByLine(code);
  const spent = new Map<string, number>();
  for (const profile of profiles) {
    const { nodes, samples, timeDeltas } = CpuProfile.parse(profile);
    const parts = partsByNode(nodes, fileOf);
    samples.forEach((id, index) => {
      const part = parts.get(id) ?? unknown;
      spent.set(part, (spent.get(part) ?? 0) + (timeDeltas[index] ?? 0));
    });
  }
  spent.delete(idle);
  const all = [...spent.values()].reduce((sum, one) => sum + one, 0);
  const shares = [...spent].map(([part, time]) => ({ part, share: time / all }));
  return shares.toSorted((one, other) => other.share - one.share);
}

const idle = "idle";
const unknown = "Node.js and the kernel";

/** A frame that names no part belongs to the part of the frame that called it. */
function partsByNode(
  nodes: CpuProfile["nodes"],
  fileOf: (frame: CallFrame) => string,
): Map<number, string> {
  const parts = new Map<number, string>();
  // V8 lists parents before their children.
  for (const { id, callFrame, children = [] } of nodes) {
    const part = partOf(callFrame, fileOf(callFrame)) ?? parts.get(id) ?? unknown;
    for (const each of [id, ...children]) parts.set(each, part);
  }
  return parts;
}

function partOf({ functionName }: CallFrame, file: string): string | undefined {
  // Between invocations, a function's process waits in `nextLine`.
  if (functionName === "(idle)" || functionName === "nextLine") return idle;
  if (functionName === "(garbage collector)") return "garbage collection";
  return partsOfFiles.find(([, pattern]) => pattern.test(file))?.[0];
}

/** The first that matches counts. */
const partsOfFiles: [part: string, pattern: RegExp][] = [
  ["this profiler", /cpu-profiler/],
  ["local runtime", /packages\/local-aws/],
  ["schemas (zod)", /node_modules\/zod\//],
  [
    "TLS and HTTP to the receiver",
    /https-receiver|https-errors|endpoint-url|ipaddr|node:(_tls|https)/,
  ],
  ["AWS calls: signature", /signature-v4|sha256|util-hex|httpAuthSchemes|credential|http-auth/i],
  ["AWS calls: attribute values", /util-dynamodb/],
  ["AWS calls: HTTP", /node-http-handler|protocol-http|node:_?http/i],
  ["AWS calls: all else of the SDK", /@aws-sdk|@smithy/],
  ["metrics and logs", /telemetry/],
  ["event and batch", /powertools|queue-batch|stream-batch/],
  ["signature of the webhook", /signed-request|signing-secret|kms-signing/],
  ["own code, all else", /^(core|adapters|lambdas)\//],
];

/** The source file of a frame: esbuild writes a comment where each file begins. */
function filesByLine(code: string): (frame: CallFrame) => string {
  let file = "";
  const files = code.split("\n").map((line) => {
    file = /^\/\/ ((?:node_modules|core|adapters|lambdas|api)\/\S+)$/.exec(line)?.[1] ?? file;
    return file;
  });
  return ({ url, lineNumber }) => (url.endsWith("/index.mjs") ? (files[lineNumber] ?? "") : url);
}
