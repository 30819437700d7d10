import type { Command } from "commander";
import * as z from "zod";
import type { Stores } from "../../../adapters/stores.ts";
import { deliveryDays } from "../../../core/limits.ts";
import type { StoredEndpoint } from "../../../core/webhooks/endpoint.ts";
import { countRecoverable, type RecoverRun, recover } from "../../../core/webhooks/recover.ts";
import { failuresToStop, recoveryRate } from "../../../core/webhooks/recovery-pace.ts";
import { operator } from "../audited.ts";
import { type VerbOptions, withStores } from "../target.ts";
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
  since?: (nowMs: number) => number;
  waiting?: boolean;
  rate: number;
  keepGoing?: boolean;
  dryRun?: boolean;
};

export function addRecover(noun: Command): void {
  addVerb(noun, {
    name: "recover",
    effect: "changes",
    summary:
      "Resends deliveries that failed, are overdue, were held back by a pause or wait for a retry",
    example: "delivery recover --endpoint end_0123456789ABCDEFGHIJ --since 7d --dry-run --local",
  })
    .requiredOption("--endpoint <endpoint>", "id of the endpoint, end_…", optionValue(notBlank))
    .option(
      "--since <time>",
      "of events since this time: 30m, 2h, 7d, or a date or date-time (ISO 8601)",
      optionValue(SinceText),
    )
    .option(
      "--waiting",
      "also all that waits for a retry or was held back by a pause; without --since, nothing else",
    )
    .option("--org <org>", "refuse if it is not this organization's", optionValue(notBlank))
    .option("--rate <n>", "deliveries per second, 1 to 100", optionValue(Rate), recoveryRate)
    .option("--keep-going", `do not stop when ${failuresToStop} in a row fail again`)
    .option("--dry-run", "only show how many there are")
    .addHelpText("after", explanation)
    .action((options: RecoverOptions) => {
      const { waiting, keepGoing } = options;
      if (options.since === undefined && !waiting) {
        throw usageError("give --since, or --waiting to send only what waits");
      }
      // Without --since: no event from now on has failed yet.
      const since = options.since ?? ((nowMs: number) => nowMs);
      return withStores(options, async (stores) => {
        const { endpoint } = await requireEndpoint(stores, options);
        if (endpoint === undefined) throw deleted(options);
        const what = { sinceMs: since(stores.now()), waiting };
        const { sinceMs } = what;
        const by = operator();
        const found = await countRecoverable(stores, endpoint, what);
        if (options.dryRun) return report(options, { found, resent: 0, sinceMs });
        const run = { ...what, by, found, rate: options.rate, keepGoing };
        const resent = await interruptible((interruption) =>
          recoverAll(stores, endpoint, { ...run, interruption }),
        );
        report(options, { found, resent, sinceMs });
      });
    });
}

const explanation = `
Resends, each from the oldest event on:
  1. deliveries whose next attempt is more than five minutes overdue; with
     --waiting, all that wait for a retry
  2. deliveries that failed
  3. deliveries that a pause held back

Deliveries are kept for ${deliveryDays} days. Events that the endpoint does not receive now are left out (a dry
run still counts them).
Ids and bodies stay the same, schedules start anew, and an attempt that is under way is left alone.
Deliveries that the receiver stopped (HTTP 410) or that were cancelled are left out: resend these one
by one.

A run sends each delivery once. It stops when ${failuresToStop} in a row fail again, unless --keep-going is given. If
it is interrupted, repeat the same command: it continues with what is left.`;

const Rate = z
  .string()
  .regex(/^([1-9]\d?|100)$/, "must be a whole number from 1 to 100")
  .transform(Number);

interface Run extends Omit<RecoverRun, "isStopped" | "onProgress" | "onLeftOut"> {
  found: number;
  interruption: Interruption;
}

/** Resends them and shows the progress; returns how many were resent. */
async function recoverAll(
  stores: Stores,
  endpoint: StoredEndpoint,
  { found, interruption, ...of }: Run,
): Promise<number> {
  const progress = startProgress({ total: found, noun: "delivery" });
  const run = await recover(stores, endpoint, {
    ...of,
    isStopped: () => interruption.signal !== undefined,
    onProgress: (done) => progress.report(done),
    onLeftOut: (id, refused) => notice(`${id} is left out: ${whyRefused(refused, id)}`),
  }).finally(() => progress.end());
  const { result, resent } = run;
  if (result === "failed") {
    if (resent > 0) {
      notice(`${soFar(resent, found)} before this; run the same command again for the rest:`);
    }
    throw run.error;
  }
  if (result === "refused") throw resendRefused(run.refused, run.deliveryId);
  if (result === "failing") throw failing(run.reason, soFar(resent, found));
  if (result === "stopped") throw interrupted(interruption, resent, found);
  return resent;
}

function report(
  options: RecoverOptions,
  { found, resent, sinceMs }: { found: number; resent: number; sinceMs: number },
) {
  const { endpoint, waiting, dryRun = false } = options;
  let sentence = `${soFar(resent, found)}.`;
  if (found === 0) {
    const since = `has failed, is overdue or was held back by a pause since ${new Date(sinceMs).toISOString()}`;
    if (!waiting) sentence = `Nothing ${since}.`;
    else if (options.since === undefined) sentence = "Nothing waits.";
    else sentence = `Nothing waits, and nothing ${since}.`;
  } else if (dryRun) sentence = `${plural(found, "delivery")} would be resent; nothing was.`;
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

function failing(reason: string, done: string): OperatorError {
  return new OperatorError(
    `stopped, because ${failuresToStop} in a row failed again (${reason}): ${done}, and wait for ` +
      "their retries; repair the receiver and run the same command again, or add --keep-going",
  );
}

function soFar(resent: number, found: number): string {
  const were = resent === 1 ? "was" : "were";
  return `${resent.toLocaleString("en")} of ${plural(found, "delivery")} ${were} resent`;
}
