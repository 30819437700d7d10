import type { DeliverPorts } from "../../core/webhooks/deliver.ts";
import type { Sabotage } from "./world.ts";

/** Changes one port and leaves the others. */
function withStore(ports: DeliverPorts, store: Partial<DeliverPorts["store"]>): DeliverPorts {
  return { ...ports, store: { ...ports.store, ...store } };
}

function withCarrier(ports: DeliverPorts, carry: DeliverPorts["carrier"]["carry"]): DeliverPorts {
  return { ...ports, carrier: { carry } };
}

/** Mistakes that a delivery pipeline can have; the simulation must find each of them. */
export const defects: Record<string, Sabotage> = {
  "attempts are claimed by whoever comes": (ports) =>
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
  "messages that are not named are not dropped": (ports, message) =>
    withStore(ports, {
      load: async (id) => {
        const record = await ports.store.load(id);
        if (record?.next === undefined || message.token === undefined) return record;
        return { ...record, next: { ...record.next, token: message.token } };
      },
      claim: async () => "claimed",
      recordRetry: async (record) => {
        const current = await ports.store.load(record.deliveryId);
        const claim = {
          token: current?.next?.token ?? "",
          messageId: current?.next?.claimedBy ?? "",
        };
        return await ports.store.recordRetry(record, claim);
      },
    }),
  "a new name is given out but not written down": (ports) =>
    withStore(ports, { rename: async () => true }),
  "every attempt has the same name": (ports) => ({ ...ports, newToken: () => "t" }),
  "a failure to pass on is swallowed": (ports) =>
    withCarrier(ports, (message, lane) => ports.carrier.carry(message, lane).catch(() => {})),
  "the next attempt is passed on before its time": (ports) =>
    withCarrier(ports, ({ dueMs: _, ...message }, lane) => ports.carrier.carry(message, lane)),
  "the third attempt is never passed on": (ports) =>
    withCarrier(ports, async (message, lane) => {
      if (message.attempt !== 3) await ports.carrier.carry(message, lane);
    }),
  "a retry carries a new body": (ports) =>
    withCarrier(ports, (message, lane) =>
      ports.carrier.carry({ ...message, body: `${message.body} ` }, lane),
    ),
  "the first attempt is claimed as well": (ports) =>
    withStore(ports, {
      recordFirst: async (record) => {
        const claim = { token: "", messageId: "", nowMs: 0, untilMs: 0 };
        await ports.store.claim(record.deliveryId, claim);
        return await ports.store.recordFirst(record);
      },
    }),
};
