import { type Command, Option } from "commander";
import {
  type AdjustmentResult,
  adjustCounter,
} from "../../../core/counters/settings/adjust-counter.ts";
import { NewName } from "../../../core/display-name.ts";
import { signedWholeNumber } from "../../../core/number-text.ts";
import { operator } from "../audited.ts";
import { idempotencyKeyOption } from "../idempotency-key-option.ts";
import { archivedCounter, requireStoredCounter } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { OperatorError, onlyForMembers } from "../terminal/failure.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { printedCounter } from "./printed-counter.ts";

type AdjustOptions = VerbOptions & { org: string; reason?: string; idempotencyKey?: string };

export function addSet(noun: Command): void {
  const verb = addVerb(noun, {
    name: "set",
    effect: "changes",
    summary: "Sets a counter to a number, whatever its mode and lock say",
    example:
      "counter set --org org_0123456789ABCDEFGHIJ ctr_0123456789ABCDEFGHIJ 120 --reason 'Floor count' --local",
  })
    .argument("<counter>", "its id")
    .argument("<number>", "its new count", optionValue(signedWholeNumber));
  addAdjustOptions(verb, "with another number it is refused").action(
    (counterId: string, to: number, options: AdjustOptions) =>
      adjustAndPrint({ counterId, to }, options),
  );
}

export function addReset(noun: Command): void {
  const verb = addVerb(noun, {
    name: "reset",
    effect: "changes",
    summary: "Resets a counter to the number of its settings, 0 unless given",
    example: "counter reset --org org_0123456789ABCDEFGHIJ ctr_0123456789ABCDEFGHIJ --local",
  }).argument("<counter>", "its id");
  addAdjustOptions(verb, "a key that has set a number is refused").action(
    (counterId: string, options: AdjustOptions) => adjustAndPrint({ counterId, to: null }, options),
  );
}

export function reasonOption(): Option {
  return new Option(
    "--reason <text>",
    "why, in up to 200 characters; public: the history in the read API has it",
  ).argParser(optionValue(NewName));
}

/** `refusal`: which use of an earlier key is refused. */
function addAdjustOptions(verb: Command, refusal: string): Command {
  return verb
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .addOption(reasonOption())
    .addOption(
      idempotencyKeyOption(
        `a repeated key sets nothing, whatever was counted since (KEPT); ${refusal}`,
      ),
    )
    .addHelpText("after", consequences);
}

const consequences = `
The difference is one count event: increment or decrement, with "adjustment" in its metadata. It is
sent to webhooks as any other, and fires no alert: the next tap decides. If the counter already
has this number, no event is written. Taps at the same moment count before or after it.`;

async function adjustAndPrint(
  { counterId, to }: { counterId: string; to: number | null },
  options: AdjustOptions,
): Promise<void> {
  const { org: organizationId, reason, idempotencyKey: formId } = options;
  await withStores(options, async (stores) => {
    const key = { organizationId, counterId };
    await requireStoredCounter(stores, key);
    const request = { key, to, reason, formId };
    const adjustment = await adjustCounter(stores, request, operator());
    switch (adjustment.result) {
      case "no_such_counter":
        throw archivedCounter(key);
      case "forbidden":
        throw onlyForMembers();
      case "out_of_range":
      case "key_reused":
      case "set_since":
        throw refused(adjustment);
      default: {
        const { counter, result, form } = adjustment;
        const { previousCount, count: setTo } = form;
        const record = { ...printedCounter(counter), result, previousCount, setTo };
        printRecord(options, record, [sentence(adjustment)]);
      }
    }
  });
}

type Done = Extract<AdjustmentResult, { result: "adjusted" | "unchanged" | "repeated" }>;

function sentence({ result, form: { previousCount, count } }: Done): string {
  switch (result) {
    case "adjusted":
      return `The counter was set from ${previousCount} to ${count}.`;
    case "unchanged":
      return `The counter was at ${count} already; no event was written.`;
    case "repeated":
      return (
        `An earlier run with this idempotency key has set the counter from ${previousCount} to ` +
        `${count}; nothing was written now.`
      );
  }
}

type Refused = Extract<AdjustmentResult, { result: "out_of_range" | "key_reused" | "set_since" }>;

function refused(adjustment: Refused): OperatorError {
  const { id, name } = adjustment.counter;
  return new OperatorError(`the counter "${name}" (${id}) ${reasonOf(adjustment)}`, {
    code: "CONFLICT",
  });
}

function reasonOf(adjustment: Refused): string {
  const { count } = adjustment.counter;
  switch (adjustment.result) {
    case "out_of_range":
      return (
        `stands at ${count}: the change would be too large to store exactly. Set it to 0 first, ` +
        "then to your number"
      );
    case "key_reused":
      return (
        `was set to ${adjustment.form.count} by an earlier run with this idempotency key; use ` +
        "another key to set it to another number"
      );
    case "set_since":
      return `was set or reset meanwhile, and stands at ${count} by now`;
  }
}
