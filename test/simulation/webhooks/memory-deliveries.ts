import {
  type DeliveryRecord,
  type DeliveryStore,
  isBeingSent,
} from "../../../core/webhooks/delivery.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import type { RecoveryPagePorts } from "../../../core/webhooks/recovery-page.ts";
import type { FreshStart } from "../../../core/webhooks/resend.ts";

/** Deliveries in a map; `onWrite` hears of every write, also of one that did not hold. */
export function memoryDeliveries(
  records: Map<string, DeliveryRecord>,
  onWrite: (deliveryId: string) => void = () => {},
): DeliveryStore {
  const write = (deliveryId: string, holds: boolean, record?: DeliveryRecord): boolean => {
    onWrite(deliveryId);
    if (holds && record !== undefined) records.set(deliveryId, structuredClone(record));
    return holds;
  };

  return {
    load: async (deliveryId) => structuredClone(records.get(deliveryId)),

    recordFirst: async (record) =>
      write(record.deliveryId, !records.has(record.deliveryId), record),

    async recordRetry(record, { fencingToken, messageId }) {
      const next = records.get(record.deliveryId)?.next;
      const holds = next?.fencingToken === fencingToken && next.claimedBy === messageId;
      return write(record.deliveryId, holds, record);
    },

    async claim(deliveryId, { fencingToken, messageId, nowMs, untilMs }) {
      const record = records.get(deliveryId);
      const next = record?.next;
      const free = next?.claimedBy === undefined || (next.claimedUntilMs ?? 0) < nowMs;
      if (record === undefined || next?.fencingToken !== fencingToken || !free) {
        write(deliveryId, false);
        return next?.fencingToken === fencingToken ? "busy" : "lost";
      }
      const claimed = { ...next, claimedBy: messageId, claimedUntilMs: untilMs };
      write(deliveryId, true, { ...record, next: claimed });
      return "claimed";
    },

    async rotate(deliveryId, { from, to }) {
      const record = records.get(deliveryId);
      const next = record?.next;
      const holds = next?.fencingToken === from && next.claimedBy === undefined;
      if (record === undefined || next === undefined || !holds) return write(deliveryId, false);
      return write(deliveryId, true, { ...record, next: { ...next, fencingToken: to } });
    },
  };
}

/** The operator's conditional write: a fresh schedule for a delivery that is as it was read. */
export function restartInMemory(
  records: Map<string, DeliveryRecord>,
  { record, next, nowMs }: { record: DeliveryRecord; next: FreshStart; nowMs: number },
): boolean {
  const found = records.get(record.deliveryId);
  const same =
    found?.state === record.state && found.next?.fencingToken === record.next?.fencingToken;
  if (found === undefined || !same || isBeingSent(found, nowMs)) return false;
  records.set(record.deliveryId, { ...structuredClone(found), state: "retry_scheduled", next });
  return true;
}

/**
 * Keys of deliveries in a state, oldest event first, as the index has them. Where that lags behind,
 * also keys of deliveries that have left the state.
 */
export function openKeysInMemory(
  records: Map<string, DeliveryRecord>,
  { state, since, after = "", limit }: Parameters<RecoveryPagePorts["openKeys"]>[0],
  { lags = false } = {},
): string[] {
  return [...records.values()]
    .filter((record) => lags || record.state === state)
    .map(({ deliveryId }) => deliveryKeyOf(deliveryId)?.deliveryKey ?? "")
    .filter((key) => key >= since && key > after)
    .sort()
    .slice(0, limit);
}
