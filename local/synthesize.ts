import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { StartError } from "local-aws";
import * as z from "zod";

const root = join(import.meta.dirname, "..");

interface SynthesisOptions {
  /** Settings of the stack's configuration. */
  settings?: Record<string, string>;
  /** Ends the synthesis early. */
  signal?: AbortSignal;
}

/**
 * Builds the functions and synthesizes the stack into a folder; returns the template's file. It
 * runs the CDK app itself, which needs no AWS account and is one process that can be ended.
 */
export async function synthesize(
  outputFolder: string,
  { settings = {}, signal }: SynthesisOptions = {},
): Promise<string> {
  signal?.throwIfAborted();
  const context = {
    ...cdkContext(),
    stage: "local",
    // What the local runtime allows unless it is told otherwise.
    lambdaConcurrency: 1_000,
    ...nobodySignsIn,
    ...settings,
  };
  const child = spawn(process.execPath, [join(root, "bin", "cdk-app.ts")], {
    cwd: root,
    env: {
      ...process.env,
      CDK_OUTDIR: outputFolder,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      // Rules for deployments, on which `npm run synth` insists; they would take five seconds.
      CDK_VALIDATION: "false",
      // Functions that were built from these sources before.
      REUSE_FUNCTIONS: "true",
    },
    stdio: ["ignore", "pipe", "pipe"],
    // Ctrl-C in a terminal is for this process, which then ends the synthesis.
    detached: true,
    killSignal: "SIGKILL",
    ...(signal && { signal }),
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new StartError(failureText((await printed).join("")));
  return join(outputFolder, "CountingService.template.json");
}

/** In place of a user pool, which cannot be emulated. Whoever lets people sign in sets their own. */
const nobodySignsIn = {
  oidcIssuer: "http://localhost:9",
  oidcClientId: "nobody",
  oidcClientSecretArn: "arn:aws:secretsmanager:us-east-1:000000000000:secret:nobody-AAAAAA",
};

/** The settings that `cdk synth` would take from the same file. */
function cdkContext(): Record<string, unknown> {
  const CdkJson = z.object({ context: z.record(z.string(), z.unknown()) });
  return CdkJson.parse(JSON.parse(readFileSync(join(root, "cdk.json"), "utf8"))).context;
}

function failureText(printed: string): string {
  return `The stack could not be synthesized:\n${printed}`.trimEnd();
}
