import type { DeadLetterPorts } from "../../../adapters/webhooks/dead-letter-ports.ts";
import type { FailedRecords } from "../../../adapters/webhooks/s3-failed-records.ts";
import { dispatch } from "../../../core/webhooks/dispatch.ts";
import type { Interruption } from "../terminal/interruption.ts";
import { startProgress } from "../terminal/progress.ts";
import type { Redriven } from "./dead-letter-result.ts";
import { noticeOnEach } from "./dead-letter-text.ts";

/**
 * Dispatches the count events of each batch; counts batches, as they are removed, left or discarded.
 * Of a batch with records that are not understood only these are left.
 */
export async function redriveCountEvents(
  ports: DeadLetterPorts,
  { discardUnreadable, interruption }: { discardUnreadable: boolean; interruption: Interruption },
): Promise<Redriven> {
  const { failedRecords } = ports;
  const objects = await failedRecords.list();
  const progress = startProgress({ total: objects.length, noun: "set-aside object" });
  const done = { redriven: 0, left: 0, discarded: 0 };
  const problems: string[] = [];
  try {
    for (const { key } of objects) {
      if (interruption.signal !== undefined) break;
      const batch = await failedRecords.read(key);
      if (batch === undefined) continue;
      const failed = await dispatchBatch(ports, batch);
      const found = [...batch.problems, ...failed];
      const discarded = discardUnreadable && failed.length === 0 && found.length > 0;
      if (found.length === 0 || discarded) {
        await failedRecords.remove(key);
        done[discarded ? "discarded" : "redriven"] += 1;
      } else {
        const { withoutCounts } = batch;
        if (failed.length === 0 && withoutCounts) await failedRecords.replace(key, withoutCounts);
        done.left += 1;
      }
      const became = discarded ? "is discarded" : "is left";
      if (found.length > 0)
        problems.push(`count-events: ${key} ${became}:`, ...found.map((problem) => `  ${problem}`));
      progress.report(done.redriven + done.left + done.discarded);
    }
  } finally {
    progress.end();
    noticeOnEach(problems);
  }
  return done;
}

/** Why each count is not dispatched that is not. */
async function dispatchBatch(
  { dispatchPorts }: DeadLetterPorts,
  { counts }: FailedRecords,
): Promise<string[]> {
  const undispatched = await dispatch(dispatchPorts, counts);
  return undispatched.map(({ count: { counterId, lastEventId }, cause }) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    return `${counterId}:${lastEventId}: ${why}`;
  });
}
