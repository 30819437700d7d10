import type { DeliverPorts } from "../../../core/webhooks/deliver.ts";
import type { Sabotage } from "./world.ts";

/** Changes one port and leaves the others. */
function withStore(ports: DeliverPorts, store: Partial<DeliverPorts["store"]>): DeliverPorts {
  return { ...ports, store: { ...ports.store, ...store } };
}

function withScheduler(
  ports: DeliverPorts,
  schedule: DeliverPorts["retryScheduler"]["schedule"],
): DeliverPorts {
  return { ...ports, retryScheduler: { schedule } };
}

/** Mistakes that a delivery pipeline can have; the simulation must find each of them. */
export const defects: Record<string, Sabotage> = {
  "every message can claim an attempt": (ports) =>
    withStore(ports, {
      claim: async (id, claim) => ((await ports.store.claim(id, claim)) ? "claimed" : "lost"),
    }),
  "an attempt stays with the message that claimed it, also when that becomes a dead letter": (
    ports,
  ) =>
    withStore(ports, {
      claim: async (id, claim) => {
        const claimedBy = (await ports.store.load(id))?.next?.claimedBy;
        const others = claimedBy !== undefined && claimedBy !== claim.messageId;
        return others ? "lost" : await ports.store.claim(id, claim);
      },
    }),
  "messages with an old token are not dropped": (ports, message) =>
    withStore(ports, {
      load: async (id) => {
        const record = await ports.store.load(id);
        if (record?.next === undefined || message.fencingToken === undefined) return record;
        return { ...record, next: { ...record.next, fencingToken: message.fencingToken } };
      },
      claim: async () => "claimed",
      recordRetry: async (record) => {
        const current = await ports.store.load(record.deliveryId);
        const claim = {
          fencingToken: current?.next?.fencingToken ?? "",
          messageId: current?.next?.claimedBy ?? "",
        };
        return await ports.store.recordRetry(record, claim);
      },
    }),
  "a rotated token is issued but not recorded": (ports) =>
    withStore(ports, { rotate: async () => true }),
  "every attempt has the same token": (ports) => ({ ...ports, newFencingToken: () => "t" }),
  "a failure to schedule is swallowed": (ports) =>
    withScheduler(ports, (message, lane) =>
      ports.retryScheduler.schedule(message, lane).catch(() => {}),
    ),
  "the next attempt is scheduled before its time": (ports) =>
    withScheduler(ports, ({ dueMs: _, ...message }, lane) =>
      ports.retryScheduler.schedule(message, lane),
    ),
  "the third attempt is never scheduled": (ports) =>
    withScheduler(ports, async (message, lane) => {
      if (message.attempt !== 3) await ports.retryScheduler.schedule(message, lane);
    }),
  "a retry has a new body": (ports) =>
    withScheduler(ports, (message, lane) =>
      ports.retryScheduler.schedule({ ...message, body: `${message.body} ` }, lane),
    ),
  "a first attempt that a pause ends is not recorded": (ports) =>
    withStore(ports, {
      recordFirst: async (record) =>
        record.state === "paused" ? true : await ports.store.recordFirst(record),
    }),
  "a retry that a pause ends is not recorded": (ports) =>
    withStore(ports, {
      recordRetry: async (record, claim) =>
        record.state === "paused" ? true : await ports.store.recordRetry(record, claim),
    }),
  "a first attempt ends as paused without a pause": (ports, { attempt }) => ({
    ...ports,
    sender: async (message) => {
      const found = await ports.sender(message);
      return found.kind === "endpoint" && attempt === 1 ? { kind: "paused" } : found;
    },
  }),
  "what falls due in a pause is put off to another time": (ports) =>
    withStore(ports, {
      recordFirst: async (record) => {
        if (record.state !== "paused") return await ports.store.recordFirst(record);
        return await ports.store.recordFirst({ ...record, state: "retry_scheduled" });
      },
    }),
  "the first attempt is claimed as well": (ports) =>
    withStore(ports, {
      recordFirst: async (record) => {
        const claim = { fencingToken: "", messageId: "", nowMs: 0, untilMs: 0 };
        await ports.store.claim(record.deliveryId, claim);
        return await ports.store.recordFirst(record);
      },
    }),
};
