import type { OperatorWebhooks } from "../../adapters/operator-webhooks.ts";
import type { SetAsideRecords } from "../../adapters/s3-set-aside.ts";
import { dispatch } from "../../core/dispatch.ts";
import type { Redriven } from "./dead-letter-redrive.ts";
import { remarkOnEach } from "./dead-letter-text.ts";
import type { Interruption } from "./interruption.ts";
import { startProgress } from "./progress.ts";

/** Dispatches the count events of each batch; counts batches, as they are removed or left. */
export async function redriveCountEvents(
  webhooks: OperatorWebhooks,
  interruption: Interruption,
): Promise<Redriven> {
  const { setAside } = webhooks;
  const objects = await setAside.list();
  const progress = startProgress({ total: objects.length, noun: "set-aside object" });
  const done = { redriven: 0, left: 0, discarded: 0 };
  const problems: string[] = [];
  try {
    for (const { key } of objects) {
      if (interruption.signal !== undefined) break;
      const batch = await setAside.read(key);
      if (batch === undefined) continue;
      const found = await dispatchBatch(webhooks, batch);
      if (found.length === 0) {
        await setAside.remove(key);
        done.redriven += 1;
      } else {
        problems.push(`count-events: ${key} is left:`, ...found.map((problem) => `  ${problem}`));
        done.left += 1;
      }
      progress.report(done.redriven + done.left);
    }
  } finally {
    progress.end();
    remarkOnEach(problems);
  }
  return done;
}

/** What stands in the way of each record that is not dispatched. */
async function dispatchBatch(
  { dispatchPorts }: OperatorWebhooks,
  { counts, problems }: SetAsideRecords,
): Promise<string[]> {
  const undispatched = await dispatch(dispatchPorts, counts);
  const failed = undispatched.map(({ count: { counterId, lastEventId }, cause }) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    return `${counterId}:${lastEventId}: ${why}`;
  });
  return [...problems, ...failed];
}
