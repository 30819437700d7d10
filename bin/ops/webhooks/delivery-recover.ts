import type { Command } from "commander";
import * as z from "zod";
import { systemClock } from "../../../adapters/system-clock.ts";
import { type DeliveryPorts, deliveryPorts } from "../../../adapters/webhooks/delivery-ports.ts";
import { recoverableDays } from "../../../core/limits.ts";
import { isBeyondRecovery, recoveryReach } from "../../../core/webhooks/pauses.ts";
import { ownerByRecords, recover, recoverable } from "../../../core/webhooks/recover.ts";
import type { Recoverable } from "../../../core/webhooks/recovery/missing-deliveries.ts";
import { endRecovery, isLeft } from "../../../core/webhooks/recovery/recovery-end.ts";
import { type Change, nothingChanged, recordChange } from "../audited.ts";
import { type VerbOptions, withPorts } from "../target.ts";
import { OperatorError, usageError } from "../terminal/failure.ts";
import { type Interruption, interruptible } from "../terminal/interruption.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, plural, printRecord } from "../terminal/output.ts";
import { startProgress } from "../terminal/progress.ts";
import { SinceText } from "../terminal/since-text.ts";
import { addVerb } from "../verb.ts";
import { requireEndpoint } from "./delivery-lookup.ts";
import { resendRefused, whyRefused } from "./webhook-errors.ts";

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
    effect: "changes",
    summary:
      "Resends deliveries that failed, are overdue or were held back by a pause, oldest event first",
    example: "delivery recover --endpoint end_0123456789ABCDEFGHIJ --since 7d --dry-run --local",
  })
    .requiredOption("--endpoint <endpoint>", "id of the endpoint, end_…", optionValue(notBlank))
    .requiredOption(
      "--since <time>",
      `of events since this time, ${recoverableDays}d ago at most: 30m, 2h, 7d, or a date or date-time (ISO 8601)`,
      optionValue(SinceText),
    )
    .option("--org <org>", "refuse if it is not this organization's", optionValue(notBlank))
    .option("--rate <n>", "deliveries per second, 1 to 100", optionValue(Rate), 10)
    .option("--dry-run", "only show how many there are")
    .addHelpText("after", explanation)
    .action((options: RecoverOptions) => {
      const nowMs = systemClock.now();
      if (isBeyondRecovery(options.since(nowMs), nowMs)) {
        throw usageError(`--since is too long ago: ${recoveryReach}`);
      }
      return withPorts(options, deliveryPorts, async (ports) => {
        const endpoint = await requireEndpoint(ports, options);
        if (endpoint === "deleted") throw deleted(options);
        const startedAtMs = ports.now();
        const sinceMs = options.since(startedAtMs);
        const found = await recoverable(ports, endpoint, { sinceMs });
        if (options.dryRun || found.length === 0) nothingChanged();
        if (options.dryRun) return report(options, { found: found.length, resent: 0, sinceMs });
        const { resent, isWhole } = await interruptible((interruption) =>
          recoverAll(ports, { found, rate: options.rate }, interruption, async (count) =>
            recordChange(await recovered(ports, options, { resent: count, sinceMs })),
          ),
        );
        if (isWhole) await endRecovery(ports, endpoint, { sinceMs, startedAtMs });
        report(options, { found: found.length, resent, sinceMs });
      });
    });
}

const explanation = `
Resends deliveries that failed, that a pause ended, or whose next attempt is more than five minutes
overdue and has lost its message. Then sends the events that were counted while the endpoint was paused,
if they are of a type that it receives now. Each delivery keeps its ids and its body and gets a new
schedule. Deliveries that the receiver stopped (HTTP 410) or that were cancelled are left out: resend
these one by one. If a run is interrupted, repeat the same command: it continues with what is left.`;

const Rate = z
  .string()
  .regex(/^([1-9]\d?|100)$/, "must be a whole number from 1 to 100")
  .transform(Number);

/** Resends them and shows the progress; returns how many were resent, and whether none is left. */
async function recoverAll(
  ports: DeliveryPorts,
  { found, rate }: { found: Recoverable[]; rate: number },
  interruption: Interruption,
  recordResent: (count: number) => Promise<void>,
): Promise<{ resent: number; isWhole: boolean }> {
  const progress = startProgress({ total: found.length, noun: "delivery" });
  let soFarResent = 0;
  let isWhole = true;
  const moreToDo = () => {
    progress.end();
    if (soFarResent === 0) return;
    notice(
      `${soFar(soFarResent, found.length)} before this; run the same command again for the rest:`,
    );
  };
  const work = recover(ports, found, {
    rate,
    isStopped: () => interruption.signal !== undefined,
    onProgress({ done, resent }) {
      soFarResent = resent;
      progress.report(done);
    },
    onLeftOut(id, refused) {
      if (isLeft(refused)) isWhole = false;
      notice(`${id} is left out: ${whyRefused(refused, id)}`);
    },
  });
  const run = await work.catch(async (error) => {
    moreToDo();
    if (soFarResent > 0) await recordResent(soFarResent);
    throw error;
  });
  progress.end();
  const { result, resent } = run;
  if (resent > 0) await recordResent(resent);
  else nothingChanged();
  if (result === "refused") throw resendRefused(run.refused, run.deliveryId);
  if (result === "stopped") throw interrupted(interruption, resent, found.length);
  return { resent, isWhole };
}

async function recovered(
  ports: DeliveryPorts,
  { org, endpoint }: RecoverOptions,
  { resent, sinceMs }: { resent: number; sinceMs: number },
): Promise<Change> {
  return {
    organizationId: org ?? (await ownerByRecords(ports, endpoint)) ?? "",
    target: { kind: "endpoint", id: endpoint, name: null },
    before: null,
    after: { resent, since: new Date(sinceMs).toISOString() },
  };
}

function report(
  options: RecoverOptions,
  { found, resent, sinceMs }: { found: number; resent: number; sinceMs: number },
) {
  const { endpoint, dryRun = false } = options;
  let sentence = `${soFar(resent, found)}.`;
  if (found === 0)
    sentence = `Nothing has failed, is overdue or was held back by a pause since ${new Date(sinceMs).toISOString()}.`;
  else if (dryRun) sentence = `${plural(found, "delivery")} would be resent; nothing was.`;
  printRecord(options, { endpoint, found, resent, dryRun }, [sentence]);
}

function deleted({ endpoint }: RecoverOptions): OperatorError {
  return new OperatorError(`the endpoint ${endpoint} was deleted: nothing is sent to it any more`);
}

function interrupted({ exitCode }: Interruption, resent: number, found: number): OperatorError {
  return new OperatorError(
    `interrupted: ${soFar(resent, found)}; run the same command again for the rest`,
    { exitCode },
  );
}

function soFar(resent: number, found: number): string {
  const were = resent === 1 ? "was" : "were";
  return `${resent.toLocaleString("en")} of ${plural(found, "delivery")} ${were} resent`;
}
