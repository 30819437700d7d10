import { dynamodbUndos } from "../../adapters/counters/dynamodb-undos.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import { decideUndos } from "../../core/counters/taps/undo.ts";
import { client, tables } from "./service.ts";

/** Undoes the taps under these keys; in short what is told of each, as `undone 2`. */
export async function undoTaps(
  { organizationId, id: counterId }: Pick<StoredCounter, "organizationId" | "id">,
  idempotencyKeys: string[],
  { dynamodb = client, clock = systemClock } = {},
): Promise<string[] | undefined> {
  const undoneAt = new Date(clock.now()).toISOString();
  const metadata = { gate: "gat_1", tappedAt: undoneAt };
  const undos = idempotencyKeys.map((key) => ({ idempotencyKey: key, undoneAt, metadata }));
  const request = { key: { organizationId, counterId }, idempotencyKeys, clock, attempts: 40 };
  const undone = await dynamodbUndos(dynamodb, tables).undo(request, (recorded) =>
    decideUndos(recorded, undos, clock.now()),
  );
  return undone?.results.map((told) =>
    told.result === "refused" ? told.reason : `${told.result} ${told.lastEventId}`,
  );
}
