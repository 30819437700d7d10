import { Argument, type Command } from "commander";
import * as z from "zod";
import type { Metadata } from "../../../core/counters/count-event.ts";
import {
  Direction,
  directionOf,
  type Tap,
  type TapRefusal,
} from "../../../core/counters/taps/tap.ts";
import { type TapRunResult, tapOneByOne } from "../../../core/counters/taps/tap-run.ts";
import { idempotencyKeyOption } from "../idempotency-key-option.ts";
import { archivedCounter, requireStoredCounter } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { OperatorError } from "../terminal/failure.ts";
import { interruptible } from "../terminal/interruption.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, plural, printRecord } from "../terminal/output.ts";
import { startProgress } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";
import { MetadataText } from "./metadata-text.ts";

type TapOptions = VerbOptions & {
  org: string;
  times: number;
  metadata?: Metadata;
  idempotencyKey?: string;
};

export function addTap(noun: Command): void {
  addVerb(noun, {
    name: "tap",
    effect: "counts",
    summary: "Counts one tap, or several in a row",
    example:
      "counter tap --org org_0123456789ABCDEFGHIJ ctr_0123456789ABCDEFGHIJ up --times 3 --local",
  })
    .argument("<counter>", "its id")
    .addArgument(new Argument("<direction>", "direction of the tap").choices(Direction.options))
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .option("--times <n>", "how many taps, 1 to 1,000,000", optionValue(Times), 1)
    .option("--metadata <json>", "a JSON object to keep with each tap", optionValue(MetadataText))
    .addOption(
      idempotencyKeyOption(
        "counts tap number i under KEY/i: a repeated KEY/i counts nothing and returns the first " +
          "result (KEPT), so an interrupted run can be repeated; with another direction or " +
          "other metadata it is refused",
      ),
    )
    .action((counterId: string, direction: Direction, options: TapOptions) =>
      withStores(options, async (stores) => {
        const key = { organizationId: options.org, counterId };
        const tap = { direction, metadata: options.metadata ?? null };
        const { times, idempotencyKey } = options;
        const { run, exitCode } = await interruptible(async (interruption) => {
          const { archivedAt, ...counter } = await requireStoredCounter(stores, key);
          // A tap that was counted before is repeated also on an archived counter.
          const known = archivedAt === undefined ? counter : undefined;
          const request = { key, tap, times, idempotencyKey, known };
          const isStopped = () => interruption.signal !== undefined;
          const run = await withProgress(times, (onProgress) =>
            tapOneByOne(stores, request, { onProgress, isStopped }),
          );
          return { run, exitCode: interruption.exitCode };
        });
        switch (run.result) {
          case "counted": {
            const { event, counted, repeated } = run;
            return printRecord(options, { ...event, counted, repeated }, [summary(run)]);
          }
          case "no_such_counter":
            throw archivedCounter(key);
          case "refused":
            throw refused(run, tap, times);
          case "key_reused":
            throw keyReused(run, tap, idempotencyKey ?? "");
          case "undone":
            throw undone(idempotencyKey ?? "");
          case "stopped":
            throw interrupted(run, options, exitCode);
        }
      }),
    );
}

async function withProgress<Result>(
  times: number,
  work: (onProgress: (done: number) => void) => Promise<Result>,
): Promise<Result> {
  const progress = startProgress({ total: times, noun: "tap" });
  let counted = 0;
  try {
    return await work((done) => {
      counted = done;
      progress.report(done);
    });
  } catch (error) {
    progress.end();
    if (counted > 0) notice(`${soFar(counted, times)} before this:`);
    throw error;
  } finally {
    progress.end();
  }
}

type Ended<Result extends TapRunResult["result"]> = Extract<TapRunResult, { result: Result }>;

function refused(
  { reason, counter, done }: Ended<"refused">,
  { direction }: Tap,
  times: number,
): OperatorError {
  const unlock = hint(
    "counter update",
    ...["--org", counter.organizationId, counter.id, "--locked", "false"],
  );
  const reasons: Record<TapRefusal, string> = {
    locked: `is locked; unlock it first: ${unlock}`,
    against_mode: `is ${counter.mode} and takes no tap ${direction}`,
    out_of_range: `stands at ${counter.count}; the tap would take it beyond ±(2^53−1)`,
  };
  const before = times > 1 ? ` (${soFar(done, times)} before)` : "";
  return new OperatorError(
    `the counter "${counter.name}" (${counter.id}) ${reasons[reason]}${before}`,
    { code: "CONFLICT" },
  );
}

function keyReused({ event, done }: Ended<"key_reused">, tap: Tap, idempotencyKey: string) {
  const first = { direction: directionOf(event), metadata: event.metadata };
  return new OperatorError(
    `the idempotency key "${idempotencyKey}/${done + 1}" belongs to another tap: it counted ` +
      `${tapText(first)} (event ${event.lastEventId}), and this is ${tapText(tap)}; ` +
      "use another key for another tap",
    { code: "CONFLICT" },
  );
}

function undone(idempotencyKey: string) {
  return new OperatorError(
    `a tap under the idempotency key "${idempotencyKey}" was undone before it arrived; it counts ` +
      "nothing: use another key for another tap",
    { code: "CONFLICT" },
  );
}

function tapText({ direction, metadata }: { direction: Direction; metadata: object | null }) {
  const having = metadata === null ? "no metadata" : `metadata ${JSON.stringify(metadata)}`;
  return `a tap ${direction} with ${having}`;
}

function interrupted({ done }: Ended<"stopped">, options: TapOptions, exitCode: number) {
  const keyed = options.idempotencyKey !== undefined;
  const unkeyed =
    done === 0
      ? ""
      : "; only a run with --idempotency-key can be repeated without counting them twice";
  const again = keyed ? "; run the same command again to count the rest" : unkeyed;
  return new OperatorError(`interrupted: ${soFar(done, options.times)}${again}`, { exitCode });
}

function soFar(done: number, times: number): string {
  return `${done.toLocaleString("en")} of ${plural(times, "tap")} ${done === 1 ? "was" : "were"} counted`;
}

function summary({ counted, repeated }: Ended<"counted">): string {
  if (repeated === 0) return `${plural(counted, "tap")} counted; this is the last one.`;
  return (
    `${counted.toLocaleString("en")} of ${plural(counted + repeated, "tap")} counted now; ` +
    `${repeated.toLocaleString("en")} had been counted before under this idempotency key and ` +
    "changed nothing."
  );
}

const Times = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, "must be a whole number from 1 to 1000000, written in digits only")
  .transform(Number)
  .refine((times) => times <= 1_000_000, "must be at most 1000000");
