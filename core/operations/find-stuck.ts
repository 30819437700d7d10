import { deliveryDays } from "../limits.ts";
import { deliveryIdFromKey, deliveryKeysFrom } from "../webhooks/delivery-id.ts";
import { type RecoveryPagePorts, recoverableRecords } from "../webhooks/recovery-page.ts";
import type { StuckFacts } from "./waiting-work.ts";

type StuckPorts = Pick<RecoveryPagePorts, "openKeys" | "load" | "now">;

/** How many keys are read at a time. */
const keysAtOnce = 500;

/** Looks for deliveries that a recovery would send because their retry is lost. */
export async function findStuck(
  ports: StuckPorts,
  endpoints: { organizationId: string; endpointId: string }[],
  limit: number,
  onProgress: (done: number) => void,
): Promise<StuckFacts> {
  const facts: StuckFacts = { stuck: [], endpoints: endpoints.length, waiting: 0 };
  const since = deliveryKeysFrom(ports.now() - deliveryDays * 86_400_000);
  for (const [index, { organizationId, endpointId }] of endpoints.entries()) {
    let count = 0;
    let deliveryId: string | undefined;
    let looked = 0;
    for (let after: string | undefined; looked < limit; ) {
      const most = Math.min(keysAtOnce, limit - looked);
      const query = { endpointId, state: "retry_scheduled" as const, since, after, limit: most };
      const keys = await ports.openKeys(query);
      const ids = keys.map((deliveryKey) => deliveryIdFromKey({ endpointId, deliveryKey }));
      // What has failed since the keys were read is not lost.
      const found = (await recoverableRecords(ports, ids, ports.now())).filter(
        ({ state }) => state === "retry_scheduled",
      );
      count += found.length;
      deliveryId ??= found[0]?.deliveryId;
      looked += keys.length;
      after = keys.at(-1);
      if (keys.length < most) break;
    }
    facts.waiting += looked;
    if (deliveryId !== undefined) {
      facts.stuck.push({ organizationId, endpointId, count, deliveryId });
    }
    onProgress(index + 1);
  }
  return facts;
}
