import { type Command, Option } from "commander";
import * as z from "zod";
import { type DeliveryPorts, deliveryPorts } from "../../../adapters/webhooks/delivery-ports.ts";
import { DeliveryState } from "../../../core/webhooks/delivery.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import { shownState } from "../../../core/webhooks/delivery-state.ts";
import { resend } from "../../../core/webhooks/resend.ts";
import { type VerbOptions, withPorts } from "../target.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, plural, printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { whyCancelled } from "./delivery-cancellation.ts";
import { requireEndpoint } from "./delivery-endpoint.ts";
import { addRecover } from "./delivery-recover.ts";
import { noSuchDelivery, resendRefused } from "./delivery-refusal.ts";
import { SinceText } from "./delivery-since.ts";
import { deliveryRow, deliveryThing, historyLines } from "./delivery-text.ts";

export function deliveryNoun(program: Command): Command {
  const noun = program
    .command("delivery")
    .summary("deliveries of webhooks")
    .description("Deliveries: what became of each event at each endpoint, kept for 30 days.");
  addList(noun);
  addShow(noun);
  addResend(noun);
  addRecover(noun);
  return noun;
}

const exampleDelivery = "dlv_0123456789ABCDEFGHIJ0VsLk2Qz0123456789ABCDEFGHIJ";

type ListOptions = VerbOptions & {
  org?: string;
  endpoint: string;
  state?: DeliveryState;
  since?: (nowMs: number) => number;
  limit: number;
};

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    summary: "Lists the deliveries to an endpoint, newest event first",
    example: "delivery list --endpoint end_0123456789ABCDEFGHIJ --state failed --since 2h --local",
  })
    .requiredOption("--endpoint <endpoint>", "id of the endpoint, end_…", optionValue(notBlank))
    .option("--org <org>", "refuse if it is not this organization's", optionValue(notBlank))
    .addOption(
      new Option("--state <state>", "only those in this state").choices(DeliveryState.options),
    )
    .option("--since <time>", sinceHelp, optionValue(SinceText))
    .option("--limit <n>", "at most this many, 1 to 10000", optionValue(Limit), 100)
    .addHelpText("after", firstAttempts)
    .action((options: ListOptions) =>
      withPorts(options, deliveryPorts, async (ports) => {
        const endpoint = await requireEndpoint(ports, options);
        if (endpoint === "deleted") notice(deletedEndpoint);
        const { rows, more } = await newest(ports, options, ports.clock.now());
        printList(options, rows, {
          columns: ["id", "state", "eventId", "attempts", "nextAttemptAt", "last"],
          whenEmpty: "The endpoint has no such deliveries.",
        });
        if (more) {
          notice(`the newest ${plural(rows.length, "delivery")}; there are more: --limit`);
        }
      }),
    );
}

const deletedEndpoint =
  "note: the endpoint was deleted; these are the deliveries that are still kept";

const firstAttempts = `
A delivery appears once its first attempt has an outcome.`;

const sinceHelp = "only of events since then: 30m, 2h, 7d, or a date or date-time (ISO 8601)";

const Limit = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, "must be a whole number from 1 to 10000, written in digits only")
  .transform(Number)
  .refine((limit) => limit <= 10_000, "must be at most 10000");

async function newest(
  { deliveryLog }: DeliveryPorts,
  { endpoint, state, since, limit }: ListOptions,
  nowMs: number,
) {
  const rows: ReturnType<typeof deliveryRow>[] = [];
  const records = deliveryLog.list({
    endpointId: endpoint,
    order: "newest first",
    sinceMs: since?.(nowMs),
    states: state && [state === "awaiting_response" ? "retry_scheduled" : state],
  });
  for await (const record of records) {
    if (state !== undefined && shownState(record, nowMs) !== state) continue;
    if (rows.length === limit) return { rows, more: true };
    rows.push(deliveryRow(record, nowMs));
  }
  return { rows, more: false };
}

function addShow(noun: Command): void {
  addVerb(noun, {
    name: "show",
    summary: "Shows a delivery and every attempt that is kept of it",
    example: `delivery show ${exampleDelivery} --local`,
  })
    .argument("<delivery>", "its id, dlv_…")
    .action((deliveryId: string, options: VerbOptions) =>
      withPorts(options, deliveryPorts, async ({ deliveryLog, resendPorts }) => {
        const possible = deliveryKeyOf(deliveryId) !== undefined;
        const record = possible ? await deliveryLog.get(deliveryId) : undefined;
        if (record === undefined) throw noSuchDelivery(deliveryId);
        const nowMs = resendPorts.now();
        const { attemptUnderWay, ...thing } = deliveryThing(record, nowMs);
        if (options.json) {
          return printRecord(options, { ...thing, attemptUnderWay, attempts: record.attempts });
        }
        const cancelled = record.state === "cancelled";
        printRecord(options, thing, [
          ...historyLines(record, nowMs),
          ...(cancelled ? [await whyCancelled(resendPorts, record)] : []),
        ]);
      }),
    );
}

function addResend(noun: Command): void {
  addVerb(noun, {
    name: "resend",
    summary: "Sends a delivery again: same ids, same body, fresh schedule",
    example: `delivery resend ${exampleDelivery} --local`,
  })
    .argument("<delivery>", "its id, dlv_…")
    .action((deliveryId: string, options: VerbOptions) =>
      withPorts(options, deliveryPorts, async ({ resendPorts }) => {
        const resent = await resend(resendPorts, deliveryId);
        if (resent.result === "refused") throw resendRefused(resent, deliveryId);
        const { before, message } = resent;
        const thing = {
          id: deliveryId,
          eventId: message.eventId,
          stateBefore: before.state,
          state: "retry_scheduled",
          attempt: message.attempt,
        };
        printRecord(options, thing, [
          "It is on its way, with a whole schedule of retries ahead.",
          ...(before.state === "retry_scheduled"
            ? ["Its old schedule is replaced: what still waits under it will be dropped."]
            : []),
          ...(before.state === "delivered"
            ? ["The receiver has it already and can tell by the delivery id."]
            : []),
        ]);
      }),
    );
}
