import { type Command, Option } from "commander";
import type { Stores } from "../../../adapters/stores.ts";
import { evaluateLateCounts } from "../../../core/alerts/evaluate-late-counts.ts";
import { countEventId } from "../../../core/counters/counter-names.ts";
import { type Redriven, type RedriveRun, redriveRecords } from "../../../core/failed-records.ts";
import { withoutKeys } from "../../../core/keys/key-text.ts";
import { dispatch } from "../../../core/webhooks/dispatch.ts";
import { type RedrivenQueue, redriveQueue } from "../../../core/webhooks/redrive.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { escapeControls } from "../terminal/escape-controls.ts";
import { OperatorError } from "../terminal/failure.ts";
import { type Interruption, interruptible } from "../terminal/interruption.ts";
import { notice, printList } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";

const sources = [
  "first-attempts",
  "retries",
  "slow-attempts",
  "stream-records",
  "unevaluated-counts",
] as const;
type Source = (typeof sources)[number];

type RedriveOptions = VerbOptions & { from?: Source; discardUnreadable?: boolean };

export function addRedrive(noun: Command): void {
  addVerb(noun, {
    name: "redrive",
    effect: "operates",
    summary: "Sends dead letters back into the pipeline",
    example: "dead-letter redrive --from first-attempts --local",
  })
    .addOption(new Option("--from <source>", "only this source (default: all)").choices(sources))
    .option("--discard-unreadable", "delete what is unreadable, after showing it")
    .addHelpText("after", explanation)
    .action((options: RedriveOptions) => {
      const { from, discardUnreadable = false } = options;
      return withStores(options, async (stores) => {
        const reasons: string[] = [];
        const rows = await interruptible(async (interruption) => {
          const redriven: Row[] = [];
          for (const source of from === undefined ? sources : [from]) {
            const run = { stores, source, discardUnreadable, interruption, reasons };
            const { redriven: sent, left, discarded } = await redrive(run);
            redriven.push({ source, redriven: sent, left, discarded });
            if (interruption.signal !== undefined) {
              throw interrupted(interruption, redriven, reasons);
            }
          }
          return redriven;
        });
        printList(options, rows, {
          columns: ["source", "redriven", "left", "discarded"],
          whenEmpty: "There are no dead letters.",
        });
        const left = total(rows, "left");
        if (left > 0) throw someLeft(left, reasons);
        for (const reason of firstOf(reasons)) notice(reason);
      });
    });
}

const explanation = `
Messages go back to their queue. An outdated message does no harm: only the message with the fencing
token of its delivery's record is sent, any other is dropped. Unreadable messages would come straight
back, so they are left; the list of dead letters shows how they begin. Stream records are dispatched to
the endpoints that exist now; unevaluated counts are evaluated, and change nothing where newer counts
have been evaluated. Fix the cause first. An interrupted run can be repeated:
each delivery is then sent at least once. If anything is left, the exit code is 1.`;

type Row = Redriven & { source: Source };

interface Run {
  stores: Stores;
  source: Source;
  discardUnreadable: boolean;
  interruption: Interruption;
  /** Why something is left, or discarded, a line each. */
  reasons: string[];
}

async function redrive(run: Run): Promise<Redriven> {
  const { stores, source, discardUnreadable, interruption, reasons } = run;
  const isStopped = () => interruption.signal !== undefined;
  const noun = source in stores.deadLetters ? "message" : "object";
  return await withProgress(noun, async (onProgress) => {
    const options = { discardUnreadable, isStopped, onProgress };
    if (source === "stream-records" || source === "unevaluated-counts") {
      const redriven = await redriveFrom[source](stores, options);
      for (const problem of redriven.problems) {
        reasons.push(`${source}: ${problem.key} is ${problem.discarded ? "discarded" : "left"}:`);
        reasons.push(...problem.reasons.map((reason) => `  ${reason}`));
      }
      return redriven;
    }
    const redriven = await redriveQueue(stores.deadLetters[source], {
      ...options,
      startMs: stores.now(),
      onDiscard: ({ messageId, text }) =>
        notice(`${source}: ${messageId} is deleted; it begins: ${excerpt(text)}`),
    });
    reasons.push(...redriven.kept.map((kept) => keptLine(source, kept)));
    return redriven;
  });
}

/** Failed records are handled as their function would have handled them. */
const redriveFrom = {
  "stream-records": ({ failedRecords, dispatch: dispatching }: Stores, run: RedriveRun) =>
    redriveRecords(
      {
        store: failedRecords["stream-records"],
        handle: (events) => dispatch(dispatching, events),
        nameOf: ({ eventId }) => eventId,
      },
      run,
    ),
  "unevaluated-counts": ({ failedRecords, evaluation }: Stores, run: RedriveRun) =>
    redriveRecords(
      {
        store: failedRecords["unevaluated-counts"],
        handle: (counts) => evaluateLateCounts(evaluation, counts),
        nameOf: ({ counterId, lastEventId }) => countEventId(counterId, lastEventId),
      },
      run,
    ),
};

function keptLine(source: Source, { letter, reason }: RedrivenQueue["kept"][number]): string {
  const why = {
    unreadable: `it is unreadable (--discard-unreadable deletes it); it begins: ${excerpt(letter.text)}`,
    too_new: "it was sent after this run began",
    not_accepted: "its queue did not accept it",
  };
  return `${source}: ${letter.messageId} is left: ${why[reason]}`;
}

function total(rows: Row[], field: keyof Redriven): number {
  return rows.reduce((sum, row) => sum + row[field], 0);
}

function someLeft(left: number, reasons: string[]): OperatorError {
  const what = left === 1 ? "1 dead letter is" : `${left.toLocaleString("en")} dead letters are`;
  return new OperatorError(
    `${what} left, for the reasons above; fix the cause and run the same command again`,
    { details: firstOf(reasons) },
  );
}

function interrupted({ exitCode }: Interruption, rows: Row[], reasons: string[]): OperatorError {
  const done = total(rows, "redriven").toLocaleString("en");
  return new OperatorError(
    `interrupted: ${done} were redriven; run the same command again for the rest`,
    { exitCode, details: firstOf(reasons) },
  );
}

const excerptLength = 200;

/** The beginning of a text from outside, safe on a terminal. */
export function excerpt(text: string): string {
  const shown = escapeControls(withoutKeys(text));
  return shown.length <= excerptLength ? shown : `${shown.slice(0, excerptLength - 1)}…`;
}

const maximumReasons = 20;

function firstOf(reasons: string[]): string[] {
  const more = reasons.length - maximumReasons;
  const rest = more > 0 ? [`and ${more.toLocaleString("en")} more`] : [];
  return [...reasons.slice(0, maximumReasons), ...rest];
}
