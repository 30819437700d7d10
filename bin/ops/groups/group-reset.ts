import type { Command } from "commander";
import { type GroupResetResult, resetGroup } from "../../../core/groups/settings/reset-group.ts";
import { operator } from "../audited.ts";
import { reasonOption } from "../counters/counter-adjust.ts";
import { idempotencyKeyOption } from "../idempotency-key-option.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { OperatorError, onlyForMembers } from "../terminal/failure.ts";
import { interruptible } from "../terminal/interruption.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { plural, printRecord } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";
import { noSuchGroupOrOwner } from "./group-errors.ts";

type ResetOptions = VerbOptions & { org: string; reason?: string; idempotencyKey?: string };
type Reset = Extract<GroupResetResult, { result: "reset" }>;

export function addReset(noun: Command): void {
  addVerb(noun, {
    name: "reset",
    effect: "changes",
    summary: "Resets each counter of a group to the number of its settings, 0 unless given",
    example: "group reset --org org_0123456789ABCDEFGHIJ grp_0123456789ABCDEFGHIJ --local",
  })
    .argument("<group>", "its id")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .addOption(reasonOption())
    .addOption(
      idempotencyKeyOption(
        "a counter that was reset under this key keeps what was counted since (KEPT), so an " +
          "interrupted run can be repeated",
      ),
    )
    .addHelpText("after", consequences)
    .action((groupId: string, options: ResetOptions) =>
      withStores(options, async (stores) => {
        const key = { organizationId: options.org, groupId };
        const { reason, idempotencyKey: formId } = options;
        const { reset, exitCode } = await interruptible(async (interruption) => {
          const isStopped = () => interruption.signal !== undefined;
          const reset = await withProgress("counter", (onProgress) =>
            resetGroup(stores, { key, reason, formId }, { by: operator(), onProgress, isStopped }),
          );
          return { reset, exitCode: interruption.exitCode };
        });
        switch (reset.result) {
          case "reset": {
            if (reset.next !== null) throw interrupted(reset, options, exitCode);
            const { group, adjusted, unchanged, outOfRange } = reset;
            const record = { id: group.id, name: group.name, adjusted, unchanged, outOfRange };
            return printRecord(options, record, sentences(reset));
          }
          case "key_reused":
            throw keyReused(reset.counterId);
          case "forbidden":
            throw onlyForMembers();
          default:
            throw noSuchGroupOrOwner(reset, key);
        }
      }),
    );
}

const consequences = `
Each counter is reset by itself: alerts fire nothing. A counter that leaves the group
meanwhile stays as it is.`;

function sentences({ adjusted, unchanged, outOfRange }: Reset): string[] {
  const already =
    unchanged === 0 ? [] : [`${plural(unchanged, "counter")} had the right number already.`];
  const left =
    outOfRange === 0
      ? []
      : [
          `${plural(outOfRange, "counter")} stayed as before: the change would be too large to store ` +
            "exactly. Set such a counter to 0 first, then to its number.",
        ];
  return [
    `${plural(adjusted, "counter")} ${adjusted === 1 ? "was" : "were"} reset.`,
    ...already,
    ...left,
  ];
}

function interrupted(
  { adjusted, unchanged, outOfRange }: Reset,
  { idempotencyKey }: ResetOptions,
  exitCode: number,
): OperatorError {
  const again =
    idempotencyKey === undefined
      ? "; another run also resets what was counted on these since"
      : "; run the same command again to reset the rest";
  const done = plural(adjusted + unchanged + outOfRange, "counter");
  return new OperatorError(`interrupted after ${done}${again}`, { exitCode });
}

function keyReused(counterId: string): OperatorError {
  return new OperatorError(
    `the counter ${counterId} was set to a number by an earlier run with this idempotency key; use ` +
      "another key",
    { code: "CONFLICT" },
  );
}
