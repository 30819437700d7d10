import {
  canaryReceiver,
  receiverOnThisMachine,
  smokeStores,
} from "../../../adapters/operations/smoke/smoke-stores.ts";
import type { Service } from "../../../adapters/stack-outputs.ts";
import type { SmokeResult } from "../../../core/operations/smoke/smoke-organization.ts";
import { runSmoke } from "../../../core/operations/smoke/smoke-run.ts";
import { operator } from "../audited.ts";
import { startCommand } from "../local-service.ts";
import { dataFolder } from "../service-flags.ts";
import { type VerbOptions, withService } from "../target.ts";
import { escapeControls } from "../terminal/escape-controls.ts";
import { OperatorError } from "../terminal/failure.ts";
import { interruptible } from "../terminal/interruption.ts";
import { notice, plural, printJson, printText } from "../terminal/output.ts";

export type SmokeOptions = VerbOptions & { skipRetry?: boolean };

/** Prints a line for each step; throws when one failed. */
export async function smoke(options: SmokeOptions): Promise<void> {
  await withService(options, async (service) => {
    const { results, exitCode } = await run(service, options);
    if (options.json) {
      printJson({ ok: exitCode === 0 && !results.some(isFailed), steps: results });
    } else {
      const tookMs = results.reduce((sum, result) => sum + result.tookMs, 0);
      printText(`\n${plural(results.length, "step")} in ${seconds(tookMs)}.`);
    }
    if (exitCode !== 0) {
      throw new OperatorError("interrupted; the organization is removed", { exitCode });
    }
    const failed = results.filter(isFailed).length;
    if (failed > 0) {
      throw new OperatorError(`${plural(failed, "step")} failed`, { code: "FINDINGS" });
    }
  });
}

async function run(service: Service, options: SmokeOptions) {
  const receiver = await receiverFor(service, options);
  const stores = smokeStores(service, receiver);
  try {
    return await interruptible(async (interruption) => {
      const results = await runSmoke(stores, operator(), {
        onResult: (result) => options.json || printText(line(result)),
        onWait: (waitSeconds) => notice(retryNotice(waitSeconds, options)),
        isStopped: () => interruption.signal !== undefined,
        skipRetry: options.skipRetry ?? false,
      });
      return { results, exitCode: interruption.exitCode };
    });
  } finally {
    receiver?.close();
  }
}

async function receiverFor(service: Service, options: SmokeOptions) {
  const receiver = await canaryReceiver(service);
  if (receiver !== undefined) return { ...receiver, close: () => {} };
  return options.stack === undefined ? await receiverOnThisMachine(dataFolder(options)) : undefined;
}

/** What shortens a wait is said only where it is long. */
export function retryNotice(waitSeconds: number, options: VerbOptions): string {
  const due = `The retry is due in ${waitSeconds} s`;
  if (waitSeconds <= 60) return `${due}.`;
  const start = startCommand(dataFolder(options), ["--scheduler-from", "2"]);
  const locally = options.stack === undefined ? `, and ${start} makes it due in 12 s` : "";
  return `${due}; --skip-retry leaves it out${locally}.`;
}

const isFailed = ({ result }: SmokeResult) => result === "failed";

function line({ result, step, tookMs, sentence }: SmokeResult): string {
  const columns = [result.padEnd(7), step.padEnd(22), seconds(tookMs).padStart(8)];
  return escapeControls(`${columns.join("  ")}  ${sentence}`);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
