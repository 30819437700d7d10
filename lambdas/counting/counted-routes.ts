import type { TapRequests, TapsResponse } from "../../api/private/counting.ts";
import { ApiError } from "../../core/api-error.ts";
import type { Clock } from "../../core/clock.ts";
import { ContentionError } from "../../core/conflict.ts";
import {
  type BatchRequest,
  type BatchResult,
  countBatch,
  type TapStore,
} from "../../core/counters/taps/count-batch.ts";
import type { Turn, Turns } from "../../core/counters/taps/turns.ts";
import {
  type CountView,
  countView,
  groupOfCounter,
  type ReadGroup,
} from "../../core/counting/count-view.ts";
import {
  batchedTap,
  type CredentialRefusal,
  tapOutcome,
} from "../../core/counting/credential-taps.ts";
import { weakEntityTag } from "../http/entity-tag.ts";
import type { HttpEvent } from "../http/message.ts";
import { allThrowingInOrder } from "../private-api/all-in-order.ts";
import type { PrivateReply } from "../private-api/area-handler.ts";
import { type CounterClaim, noSuchCounter } from "./counter-claim.ts";
import { authorizeTaps, type TapLimitPorts } from "./tap-limit.ts";

export interface CountedPorts extends TapLimitPorts {
  taps: TapStore;
  readGroup: ReadGroup;
  turns: Turns;
  clock: Pick<Clock, "now">;
}

/** Conflicts in a row until a request gives up: waits of some 3 s, and of 7 s at most. */
const attempts = 9;

/** A counter for whoever may see it: one round trip, and one more for a counter in a group. */
export async function showCounter(
  ports: CountedPorts,
  claim: CounterClaim,
): Promise<PrivateReply<CountView>> {
  const [, counter] = await allThrowingInOrder(
    claim.authorize(),
    claim.key && ports.taps.counter(claim.key),
  );
  if (counter === undefined) throw noSuchCounter();
  const group = await groupOfCounter(ports.readGroup, counter);
  return viewResponse(countView(counter, group, ports.clock.now()));
}

/**
 * Counts the taps of one request in two round trips: the counter is read, and the taps of a known
 * cookie are counted against the limit while the request is authorized; then one transaction. A crowded
 * counter is read when it is the request's turn.
 */
export async function takeTaps(
  ports: CountedPorts,
  claim: CounterClaim,
  { event, body: { taps } }: { event: HttpEvent; body: TapRequests },
): Promise<PrivateReply<TapsResponse>> {
  const { key } = claim;
  const turn = key && ports.turns.on(key);
  const [credential, early] = await allThrowingInOrder(
    authorizeTaps(ports, claim, { event, taps: taps.length }),
    turn?.isCrowded ? undefined : key && ports.taps.counter(key),
  );
  if (key === undefined || turn === undefined) throw noSuchCounter();
  if (turn.isCrowded) await turn.wait(0);
  const before = turn.isCrowded ? await ports.taps.counter(key) : early;
  if (before === undefined) throw noSuchCounter();
  const batch = {
    key,
    taps: taps.map((tap) => batchedTap(credential, tap)),
    known: { counter: before, outdated: false },
    attempts,
  };
  const [{ results, counter }, group] = await allThrowingInOrder(
    countOrRetryLater(ports, batch, turn),
    groupOfCounter(ports.readGroup, before),
  );
  if (counter === undefined) throw noSuchCounter();
  const sameGroup = counter.groupId === before.groupId;
  const body: TapsResponse = {
    answers: results.map((result, index) => tapOutcome(taps[index]?.id ?? "", result)),
    counter: countView(
      counter,
      sameGroup ? group : await groupOfCounter(ports.readGroup, counter),
      ports.clock.now(),
    ),
  };
  return { body };
}

async function countOrRetryLater(
  { taps, clock: { now } }: CountedPorts,
  batch: BatchRequest<CredentialRefusal>,
  turn: Turn,
): Promise<BatchResult<CredentialRefusal>> {
  try {
    const result = await countBatch(taps, { now, backOff: turn.wait }, batch);
    turn.used();
    return result;
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
