import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "local-aws";
import * as z from "zod";

const Output = z.object({ stdout: z.string().default(""), stderr: z.string().default("") });

const root = join(import.meta.dirname, "..");

/**
 * Builds the functions and synthesizes the stack, with these settings of its configuration, into a
 * folder; gives the template's file.
 */
export async function synthesize(
  outputFolder: string,
  settings: Record<string, string> = {},
): Promise<string> {
  const cdk = join(root, "node_modules", "aws-cdk", "bin", "cdk");
  const context = Object.entries({ stage: "local", ...settings });
  const parameters = [
    ...["synth", "--quiet", "--output", outputFolder],
    ...context.flatMap(([name, value]) => ["--context", `${name}=${value}`]),
  ];
  try {
    await promisify(execFile)(process.execPath, [cdk, ...parameters], {
      cwd: root,
      // cdk.json starts the app with plain `node`, which must be the one that runs this.
      env: { ...process.env, PATH: `${join(process.execPath, "..")}:${process.env.PATH ?? ""}` },
    });
  } catch (cause) {
    const { stdout, stderr } = Output.parse(cause);
    throw new StartError(`The stack could not be synthesized:\n${stdout}${stderr}`.trimEnd(), {
      cause,
    });
  }
  return join(outputFolder, "CountingService.template.json");
}
