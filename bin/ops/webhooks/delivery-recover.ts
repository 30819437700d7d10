import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import * as z from "zod";
import { type DeliveryPorts, deliveryPorts } from "../../../adapters/webhooks/delivery-ports.ts";
import { isRecoverable } from "../../../core/webhooks/delivery-state.ts";
import { resend } from "../../../core/webhooks/resend.ts";
import { type VerbOptions, withPorts } from "../target.ts";
import { OperatorError } from "../terminal/failure.ts";
import { type Interruption, interruptible } from "../terminal/interruption.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, plural, printRecord } from "../terminal/output.ts";
import { startProgress } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";
import { requireEndpoint } from "./delivery-endpoint.ts";
import { endsRecovery, resendRefused, whyRefused } from "./delivery-refusal.ts";
import { SinceText } from "./delivery-since.ts";

type RecoverOptions = VerbOptions & {
  org?: string;
  endpoint: string;
  since: (nowMs: number) => number;
  rate: number;
  dryRun?: boolean;
};

export function addRecover(noun: Command): void {
  addVerb(noun, {
    name: "recover",
    summary: "Sends again what failed at an endpoint, oldest event first",
    example: "delivery recover --endpoint end_0123456789ABCDEFGHIJ --since 7d --dry-run --local",
  })
    .requiredOption("--endpoint <endpoint>", "id of the endpoint, end_…", optionValue(notBlank))
    .requiredOption(
      "--since <time>",
      "of events since then: 30m, 2h, 7d, or a date or date-time (ISO 8601)",
      optionValue(SinceText),
    )
    .option("--org <org>", "refuse if it is not this organization's", optionValue(notBlank))
    .option("--rate <n>", "deliveries per second, 1 to 100", optionValue(Rate), 10)
    .option("--dry-run", "only say how many there are")
    .addHelpText("after", explanation)
    .action((options: RecoverOptions) =>
      withPorts(options, deliveryPorts, async (ports) => {
        const endpoint = await requireEndpoint(ports, options);
        if (endpoint === "deleted") throw deleted(options);
        const sinceMs = options.since(ports.resendPorts.now());
        const ids = await recoverable(ports, { endpointId: options.endpoint, sinceMs });
        if (options.dryRun) return report(options, { found: ids.length, resent: 0, sinceMs });
        const resent = await interruptible((interruption) =>
          recover(ports, { ids, rate: options.rate }, interruption),
        );
        report(options, { found: ids.length, resent, sinceMs });
      }),
    );
}

const explanation = `
Each is sent as by resend: same ids, same body, fresh schedule. Left out is what the
receiver stopped (HTTP 410) and what was cancelled: resend sends one of these. A run
that broke off is repeated with the same command: it finds what is still failed,
and what was restarted but not sent.`;

const Rate = z
  .string()
  .regex(/^([1-9]\d?|100)$/, "must be a whole number from 1 to 100")
  .transform(Number);

async function recoverable(
  { deliveryLog, resendPorts }: DeliveryPorts,
  { endpointId, sinceMs }: { endpointId: string; sinceMs: number },
): Promise<string[]> {
  const nowMs = resendPorts.now();
  const ids: string[] = [];
  const records = deliveryLog.list({
    endpointId,
    order: "oldest first",
    sinceMs,
    states: ["failed", "retry_scheduled"],
  });
  for await (const record of records) {
    if (isRecoverable(record, nowMs)) ids.push(record.deliveryId);
  }
  return ids;
}

/** Sends them again one by one; gives how many. */
async function recover(
  { resendPorts }: DeliveryPorts,
  { ids, rate }: { ids: string[]; rate: number },
  interruption: Interruption,
): Promise<number> {
  const progress = startProgress({ total: ids.length, noun: "delivery" });
  const startMs = performance.now();
  let resent = 0;
  try {
    for (const [index, id] of ids.entries()) {
      const waitMs = startMs + (index * 1_000) / rate - performance.now();
      if (waitMs > 0) await delay(waitMs);
      if (interruption.signal !== undefined) throw interrupted(interruption, resent, ids.length);
      const result = await resend(resendPorts, id, (record) =>
        isRecoverable(record, resendPorts.now()),
      );
      if (result.result === "resent") resent += 1;
      else if (endsRecovery(result.reason)) throw resendRefused(result, id);
      else notice(`${id} is left out: ${whyRefused(result, id)}`);
      progress.report(index + 1);
    }
  } catch (error) {
    progress.end();
    if (!(error instanceof OperatorError) && resent > 0) {
      notice(`${soFar(resent, ids.length)} before this; run the same command again for the rest:`);
    }
    throw error;
  }
  progress.end();
  return resent;
}

function report(
  options: RecoverOptions,
  { found, resent, sinceMs }: { found: number; resent: number; sinceMs: number },
) {
  const { endpoint, dryRun = false } = options;
  let sentence = `${soFar(resent, found)}.`;
  if (found === 0) sentence = `Nothing failed since ${new Date(sinceMs).toISOString()}.`;
  else if (dryRun) sentence = `${plural(found, "delivery")} would be sent again; nothing was.`;
  printRecord(options, { endpoint, found, resent, dryRun }, [sentence]);
}

function deleted({ endpoint }: RecoverOptions): OperatorError {
  return new OperatorError(`the endpoint ${endpoint} was deleted: nothing is sent to it any more`, {
    code: "CONFLICT",
  });
}

function interrupted({ exitCode }: Interruption, resent: number, found: number): OperatorError {
  return new OperatorError(
    `interrupted: ${soFar(resent, found)}; run the same command again for the rest`,
    { exitCode },
  );
}

function soFar(resent: number, found: number): string {
  const were = resent === 1 ? "was" : "were";
  return `${resent.toLocaleString("en")} of ${plural(found, "delivery")} ${were} sent again`;
}
