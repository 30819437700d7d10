import type { TodayView } from "../../api/private/charts.ts";
import type {
  TapRequests,
  TapsResponse,
  UndoRequests,
  UndosResponse,
} from "../../api/private/counting.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import { ApiError } from "../../core/api-error.ts";
import type { Clock } from "../../core/clock.ts";
import { ContentionError } from "../../core/conflict.ts";
import { chartedCounter } from "../../core/counters/charted.ts";
import type { MarkReader } from "../../core/counters/count-mark.ts";
import type { CounterKey, StoredCounter } from "../../core/counters/counter.ts";
import { countBatch, type TapStore } from "../../core/counters/taps/count-batch.ts";
import { decideUndos, type UndoStore } from "../../core/counters/taps/undo.ts";
import { readToday } from "../../core/counters/today.ts";
import { type CountView, countView } from "../../core/counting/count-view.ts";
import { batchedTap, type Credential, tapOutcome } from "../../core/counting/credential-taps.ts";
import { credentialUndo } from "../../core/counting/credential-undos.ts";
import { type SurroundingsPorts, surroundingsOf } from "../../core/counting/fill.ts";
import { onScreenWith } from "../../core/gates/gate-limits.ts";
import { todayView } from "../charts/chart-views.ts";
import { weakEntityTag } from "../http/entity-tag.ts";
import type { HttpEvent } from "../http/message.ts";
import type { PrivateReply } from "../private-api/area-handler.ts";
import { type CounterClaim, noSuchCounter } from "./counter-claim.ts";
import { authorizeTaps, type TapLimitPorts } from "./tap-limit.ts";

export interface CountedPorts extends TapLimitPorts, SurroundingsPorts {
  taps: TapStore;
  undos: UndoStore;
  /** Its waits after conflicts are long enough for others to finish; see `attempts`. */
  clock: Clock;
}

/** Conflicts in a row until a request gives up: waits of some 3 s, and of 7 s at most. */
const attempts = 9;

/** A counter for whoever may see it: one round trip, and one more for a counter in a group. */
export async function showCounter(
  ports: CountedPorts,
  claim: CounterClaim,
): Promise<PrivateReply<CountView>> {
  const [credential, counter] = await allInOrder([
    claim.authorize(),
    claim.key && ports.taps.counter(claim.key),
  ]);
  if (counter === undefined) throw noSuchCounter();
  const surroundings = await surroundingsOf(ports, counter, shownTogether(credential, counter));
  return viewResponse(countView(counter, surroundings, ports.clock.now()));
}

/** What was counted on a counter today, for whoever may see it. */
export async function showCountersToday(
  ports: Pick<CountedPorts, "taps" | "clock"> & { marks: MarkReader },
  { key, authorize }: CounterClaim,
): Promise<PrivateReply<TodayView>> {
  const [, counter, calendar] = await allInOrder([
    authorize(),
    key && ports.taps.counter(key),
    key && ports.taps.calendar(key.organizationId),
  ]);
  if (counter === undefined || calendar === undefined) throw noSuchCounter();
  const charted = chartedCounter(counter);
  const target = { organizationId: counter.organizationId, targetId: counter.id };
  return { body: todayView(await readToday(ports, target, { charted, calendar })) };
}

/** Counts the taps of one request in one transaction. */
export async function takeTaps(
  ports: CountedPorts,
  claim: CounterClaim,
  { event, body: { taps } }: { event: HttpEvent; body: TapRequests },
): Promise<PrivateReply<TapsResponse>> {
  const { results, counter } = await change(ports, claim, {
    ...{ event, uses: taps.length },
    write: async ({ credential, counter: before, clock, ...request }) =>
      await countBatch(ports.taps, clock, {
        ...request,
        taps: taps.map((tap) => batchedTap(credential, tap)),
        known: { counter: before, outdated: false },
      }),
  });
  const answers = results.map((result, index) => tapOutcome(taps[index]?.id ?? "", result));
  return { body: { answers, counter } };
}

/** Undoes taps in one transaction; each undo counts against the limit as a tap does. */
export async function takeUndos(
  ports: CountedPorts,
  claim: CounterClaim,
  { event, body: { undos } }: { event: HttpEvent; body: UndoRequests },
): Promise<PrivateReply<UndosResponse>> {
  const { results, counter } = await change(ports, claim, {
    ...{ event, uses: undos.length },
    write: async ({ credential, ...request }) => {
      const made = undos.map((undo) => credentialUndo(credential, undo));
      const idempotencyKeys = made.map(({ idempotencyKey }) => idempotencyKey);
      const undone = await ports.undos.undo({ ...request, idempotencyKeys }, (recorded) =>
        decideUndos(recorded, made, request.clock.now()),
      );
      return undone ?? { results: [], counter: undefined };
    },
  });
  const answers = results.map((result, index) => ({ id: undos[index]?.id ?? "", ...result }));
  return { body: { answers, counter } };
}

interface Change<Result> {
  event: HttpEvent;
  /** How many taps it counts as. */
  uses: number;
  write(request: ChangeRequest): Promise<{ results: Result[]; counter: StoredCounter | undefined }>;
}

interface ChangeRequest {
  credential: Credential;
  key: CounterKey;
  /** As it was read. */
  counter: StoredCounter;
  clock: Clock;
  attempts: number;
}

/**
 * Reads the counter, and counts the taps of a known cookie against the limit, while the request is
 * authorized, and then writes: taps take two round trips.
 */
async function change<Result>(
  ports: CountedPorts,
  claim: CounterClaim,
  { event, uses, write }: Change<Result>,
): Promise<{ results: Result[]; counter: CountView }> {
  const { key } = claim;
  const [credential, before] = await allInOrder([
    authorizeTaps(ports, claim, { event, taps: uses }),
    key && ports.taps.counter(key),
  ]);
  if (key === undefined || before === undefined) throw noSuchCounter();
  const { clock } = ports;
  const together = shownTogether(credential, before);
  const [{ results, counter }, early] = await allInOrder([
    orRetryLater(write({ credential, key, counter: before, clock, attempts })),
    surroundingsOf(ports, before, together),
  ]);
  if (counter === undefined) throw noSuchCounter();
  const sameGroup = counter.groupId === before.groupId;
  const surroundings = sameGroup ? early : await surroundingsOf(ports, counter, together);
  return { results, counter: countView(counter, surroundings, ports.clock.now()) };
}

/** The ids of the counters on the screen on which this one is counted. */
function shownTogether(credential: Credential, { id }: StoredCounter): string[] {
  return credential.kind === "gate" ? onScreenWith(id, credential.gate.counterIds) : [id];
}

async function orRetryLater<Written>(writing: Promise<Written>): Promise<Written> {
  try {
    return await writing;
  } catch (error) {
    if (!(error instanceof ContentionError)) throw error;
    throw new ApiError(503, "Too many people count here at this moment; try again", {
      headers: { "retry-after": "1" },
    });
  }
}

/** The tag leaves out when it was served: a view that has not changed is a 304. */
function viewResponse(view: CountView): PrivateReply<CountView> {
  const { servedAt: _, ...shown } = view;
  return { body: view, headers: { etag: weakEntityTag(JSON.stringify(shown)) } };
}
