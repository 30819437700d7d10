import { Argument, type Command } from "commander";
import * as z from "zod";
import { type CounterPorts, counterPorts } from "../../../adapters/counters/counter-ports.ts";
import { idempotencyDays } from "../../../adapters/counters/dynamodb-counting.ts";
import { type CountEvent, Metadata } from "../../../core/counters/count-event.ts";
import type { Counter, CounterKey } from "../../../core/counters/counter.ts";
import { countTap } from "../../../core/counters/counting.ts";
import type { Direction, Tap, TapRefusal } from "../../../core/counters/tap.ts";
import { noSuchCounter, requireCounter } from "../organizations/lookup.ts";
import { type VerbOptions, withPorts } from "../target.ts";
import { OperatorError } from "../terminal/failure.ts";
import { type Interruption, interruptible } from "../terminal/interruption.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, plural, printRecord } from "../terminal/output.ts";
import { startProgress } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";

type TapOptions = VerbOptions & {
  org: string;
  times: number;
  metadata?: Metadata;
  idempotencyKey?: string;
};

export function addTap(noun: Command): void {
  addVerb(noun, {
    name: "tap",
    summary: "Counts one tap, or many one after the other",
    example:
      "counter tap --org org_0123456789ABCDEFGHIJ ctr_0123456789ABCDEFGHIJ up --times 3 --local",
  })
    .argument("<counter>", "its id")
    .addArgument(new Argument("<direction>", "which way").choices(["up", "down"]))
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .option("--times <n>", "how many taps, 1 to 1,000,000", optionValue(Times), 1)
    .option("--metadata <json>", "a JSON object to keep with each tap", optionValue(MetadataText))
    .option(
      "--idempotency-key <key>",
      "counts tap number i under KEY/i: a repeated KEY/i counts nothing and returns the first " +
        `result (kept ${idempotencyDays} days), so a run that broke off can be repeated`,
      optionValue(IdempotencyKeyText),
    )
    .action((counterId: string, direction: Direction, options: TapOptions) =>
      withPorts(options, counterPorts, async (stores) => {
        const key = { organizationId: options.org, counterId };
        const run = { key, options, tap: { direction, metadata: options.metadata ?? null } };
        const { event, repeated } = await interruptible((interruption) =>
          tapRepeatedly(stores, run, interruption),
        );
        printRecord(options, event, [summary(options.times, repeated)]);
      }),
    );
}

interface Run {
  key: CounterKey;
  tap: Tap;
  options: TapOptions;
}

async function tapRepeatedly(stores: CounterPorts, run: Run, interruption: Interruption) {
  const { times, idempotencyKey } = run.options;
  const progress = startProgress({ total: times, noun: "tap" });
  let known: Counter = await requireCounter(stores, run.key);
  let event: CountEvent | undefined;
  let repeated = 0;
  let done = 0;
  try {
    for (; done < times; progress.report(++done)) {
      if (interruption.signal !== undefined) throw interrupted(interruption, run.options, done);
      const key = idempotencyKey && `${idempotencyKey}/${done + 1}`;
      const request = { key: run.key, tap: run.tap, idempotencyKey: key, known };
      const result = await countTap(stores.counting, stores.clock, request);
      if (result.outcome === "no_such_counter") throw noSuchCounter(run.key);
      if (result.outcome === "refused") throw refused(result.reason, result.counter, run, done);
      if (result.outcome === "counted") known = result.counter;
      else repeated += 1;
      event = result.event;
    }
  } catch (error) {
    progress.end();
    if (!(error instanceof OperatorError) && done > 0) notice(`${soFar(done, times)} before this:`);
    throw error;
  }
  progress.end();
  if (event === undefined) throw new Error("a run has at least one tap");
  return { event, repeated };
}

function refused(reason: TapRefusal, counter: Counter, { tap, options }: Run, done: number) {
  const unlock = hint(
    "counter update",
    ...["--org", counter.organizationId, counter.id, "--locked", "false"],
  );
  const why = {
    locked: `is locked; unlock it first: ${unlock}`,
    against_mode: `is ${counter.mode} and takes no tap ${tap.direction}`,
    out_of_range: `stands at ${counter.count}; the tap would take it beyond ±(2^53−1)`,
  }[reason];
  const before = options.times > 1 ? ` (${soFar(done, options.times)} before)` : "";
  return new OperatorError(`the counter "${counter.name}" (${counter.id}) ${why}${before}`, {
    code: "CONFLICT",
  });
}

function interrupted({ exitCode }: Interruption, options: TapOptions, done: number) {
  const again =
    options.idempotencyKey === undefined ? "" : "; run the same command again to count the rest";
  return new OperatorError(`interrupted: ${soFar(done, options.times)}${again}`, { exitCode });
}

function soFar(done: number, times: number): string {
  return `${done.toLocaleString("en")} of ${plural(times, "tap")} ${done === 1 ? "was" : "were"} counted`;
}

function summary(times: number, repeated: number): string {
  if (repeated === 0) return `${plural(times, "tap")} counted; this is the last one.`;
  const now = (times - repeated).toLocaleString("en");
  return (
    `${now} of ${plural(times, "tap")} counted now; ${repeated.toLocaleString("en")} had been ` +
    "counted before under this idempotency key and changed nothing."
  );
}

const Times = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, "must be a whole number from 1 to 1000000, written in digits only")
  .transform(Number)
  .refine((times) => times <= 1_000_000, "must be at most 1000000");

const IdempotencyKeyText = z
  .string()
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,200}$/u, "must be 1 to 200 printable characters")
  .refine((text) => text.trim() !== "", "must not be blank");

// Text as deeply nested as more characters allow would exhaust the stack while it is checked.
const longestMetadataText = 2_048;

const MetadataText = z
  .string()
  .max(longestMetadataText, "must take at most 1024 bytes")
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({
        code: "custom",
        message: 'must be JSON, for example \'{"gate":"north"}\'',
      });
      return z.NEVER;
    }
  })
  .refine((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
    message: 'must be a JSON object, for example \'{"gate":"north"}\'',
    abort: true,
  })
  .pipe(Metadata);
