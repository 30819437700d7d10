import * as z from "zod";
import type { DeliveryPorts } from "../../../adapters/webhooks/delivery-ports.ts";
import type { DeliveryRecord } from "../../../core/webhooks/delivery.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import { requireOrganization } from "../organizations/lookup.ts";
import { noDeliveries, noSuchDelivery, noSuchEndpoint } from "./webhook-errors.ts";

export async function requireDelivery(
  { load }: Pick<DeliveryPorts, "load">,
  deliveryId: string,
): Promise<DeliveryRecord> {
  const record = deliveryKeyOf(deliveryId) && (await load(deliveryId));
  if (record === undefined) throw noSuchDelivery(deliveryId);
  return record;
}

/**
 * Whether an endpoint exists or was deleted. Its organization is taken from its deliveries, so
 * without `org` an endpoint without deliveries is refused; so is one of another organization.
 */
export async function requireEndpoint(
  ports: DeliveryPorts,
  { org, endpoint: endpointId }: { org?: string; endpoint: string },
): Promise<"present" | "deleted"> {
  if (org !== undefined) await requireOrganization(ports, org);
  const owner = isEndpointId(endpointId) ? await ownerByRecords(ports, endpointId) : undefined;
  const organizationId = org ?? owner;
  if (organizationId === undefined) throw noDeliveries(endpointId);
  const key = { organizationId, endpointId };
  if (!isEndpointId(endpointId)) throw noSuchEndpoint(key);
  if ((await ports.endpoint(key)) !== undefined) return "present";
  if (owner !== organizationId) throw noSuchEndpoint(key);
  return "deleted";
}

/** The organization of the newest delivery: an endpoint never changes its organization. */
async function ownerByRecords(
  { deliveries }: DeliveryPorts,
  endpointId: string,
): Promise<string | undefined> {
  const newest = deliveries({ endpointId, order: "newest first", pageSize: 1 });
  for await (const { organizationId } of newest) return organizationId;
  return undefined;
}

function isEndpointId(text: string): boolean {
  return /^end_\w{20}$/.test(text);
}

const unitsMs = new Map([
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

const Moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => () => Date.parse(text));

const Ago = z
  .string()
  .regex(/^\d{1,6}[mhd]$/)
  .transform((text) => {
    const agoMs = Number(text.slice(0, -1)) * (unitsMs.get(text.slice(-1)) ?? 0);
    return (nowMs: number) => nowMs - agoMs;
  });

/** A time as people write it; the result is a function that returns milliseconds since the epoch. */
export const SinceText = z.union([Ago, Moment], {
  error: "must be a time such as 30m, 2h, 7d, 2030-01-31 or 2030-01-31T10:00:00Z",
});

export const sinceHelp =
  "only of events since then: 30m, 2h, 7d, or a date or date-time (ISO 8601)";
