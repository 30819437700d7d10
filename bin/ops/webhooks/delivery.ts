import { type Command, Option } from "commander";
import * as z from "zod";
import type { Stores } from "../../../adapters/stores.ts";
import { type DeliveryRecord, DeliveryState } from "../../../core/webhooks/delivery.ts";
import { deliveryKeyOf, deliveryKeysFrom } from "../../../core/webhooks/delivery-id.ts";
import { eventOf, resendAll } from "../../../core/webhooks/resend.ts";
import { newestRequest } from "../../../core/webhooks/signed-request.ts";
import { operator } from "../audited.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, plural, printList, printRecord } from "../terminal/output.ts";
import { SinceText } from "../terminal/since-text.ts";
import { addVerb } from "../verb.ts";
import { requireDelivery, requireEndpoint, sinceHelp } from "./delivery-lookup.ts";
import { addRecover } from "./delivery-recover.ts";
import {
  historyLines,
  requestLines,
  type ShownRequest,
  shownDelivery,
  whyCancelled,
} from "./format-delivery.ts";
import { noSuchDelivery, resendRefused } from "./webhook-errors.ts";

export function addDeliveryVerbs(noun: Command): void {
  noun.description("Deliveries: each event at each endpoint with its attempts, kept for 30 days.");
  addList(noun);
  addShow(noun);
  addResend(noun);
  addRecover(noun);
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
    effect: "reads",
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
      withStores(options, async (stores) => {
        const { organizationId, endpoint } = await requireEndpoint(stores, options);
        if (endpoint === undefined) notice(deletedEndpoint);
        const { rows, more } = await newest(stores, organizationId, options);
        printList(options, rows, {
          columns: ["id", "state", "eventId", "attemptCount", "nextAttemptAt", "last"],
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

const Limit = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, "must be a whole number from 1 to 10000, written in digits only")
  .transform(Number)
  .refine((limit) => limit <= 10_000, "must be at most 10000");

async function newest(stores: Stores, organizationId: string, options: ListOptions) {
  const { endpoint: endpointId, state, since, limit } = options;
  const nowMs = stores.now();
  const rows: (ReturnType<typeof shownDelivery> & Pick<DeliveryRecord, "attempts">)[] = [];
  const sinceKey = deliveryKeysFrom(since?.(nowMs) ?? 0);
  let beforeKey: string | undefined;
  do {
    const query = { organizationId, endpointId, filter: { state }, sinceKey, beforeKey };
    const page = await stores.deliveryPage({ ...query, limit: readAtOnce });
    for (const record of page.deliveries) {
      if (rows.length === limit) return { rows, more: true };
      rows.push({ ...shownDelivery(record, nowMs), attempts: record.attempts });
    }
    beforeKey = page.lastKey ?? undefined;
  } while (beforeKey !== undefined);
  return { rows, more: false };
}

/** Deliveries that one query reads. */
const readAtOnce = 250;

function addShow(noun: Command): void {
  addVerb(noun, {
    name: "show",
    effect: "reads",
    summary: "Shows a delivery, its attempts and the request of the newest one",
    example: `delivery show ${exampleDelivery} --local`,
  })
    .argument("<delivery>", "its id, dlv_…")
    .action((deliveryId: string, options: VerbOptions) =>
      withStores(options, async (stores) => {
        const record = await requireDelivery(stores, deliveryId);
        const nowMs = stores.now();
        const thing = shownDelivery(record, nowMs);
        const shown = await newestRequestOf(stores, record);
        if (options.json) {
          const { request } = shown;
          return printRecord(options, { ...thing, attempts: record.attempts, request });
        }
        printRecord(options, thing, [
          ...historyLines(record, nowMs),
          ...(record.state === "cancelled" ? [whyCancelled(deliveryId, shown.endpoint)] : []),
          ...requestLines(record, shown),
        ]);
      }),
    );
}

/** The request of the newest attempt; null where that cannot be made again. */
async function newestRequestOf(stores: Stores, record: DeliveryRecord): Promise<ShownRequest> {
  const { organizationId, deliveryId } = record;
  const endpointId = deliveryKeyOf(deliveryId)?.endpointId ?? "";
  const [endpoint, event] = await Promise.all([
    stores.endpoint({ organizationId, endpointId }),
    eventOf(stores, record),
  ]);
  if (endpoint === undefined || event === undefined) return { request: null, endpoint };
  return { request: newestRequest(record, { ...endpoint, body: event.body }) ?? null, endpoint };
}

function addResend(noun: Command): void {
  addVerb(noun, {
    name: "resend",
    effect: "changes",
    summary: "Resends a delivery: same ids, same body, new schedule",
    example: `delivery resend ${exampleDelivery} --local`,
  })
    .argument("<delivery>", "its id, dlv_…")
    .action((deliveryId: string, options: VerbOptions) =>
      withStores(options, async (stores) => {
        const { organizationId } = await requireDelivery(stores, deliveryId);
        const of = { organizationId, deliveryIds: [deliveryId] };
        const [resent] = await resendAll(stores, of, operator());
        if (resent === undefined) throw noSuchDelivery(deliveryId);
        if (resent.result === "refused") throw resendRefused(resent, deliveryId);
        const { before, message } = resent;
        const thing = {
          id: deliveryId,
          eventId: message.eventId,
          stateBefore: before.state,
          result: "queued",
          attempt: message.attempt,
        };
        printRecord(options, thing, [
          "The first attempt of a new schedule is queued.",
          ...(before.state === "retry_scheduled"
            ? ["Its old schedule is replaced: a message that still waits for it will be dropped."]
            : []),
          ...(before.state === "delivered"
            ? ["The receiver has accepted it before and can recognize it by the delivery id."]
            : []),
        ]);
      }),
    );
}
