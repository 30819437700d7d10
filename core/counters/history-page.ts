import * as z from "zod/mini";
import { allInOrder } from "../all-in-order.ts";
import { ApiError } from "../api-error.ts";
import type { CountEvent, History } from "./count-event.ts";
import type { CounterKey } from "./counter.ts";
import type { Counters } from "./counter-lookup.ts";

// A leading zero, a sign "+", an exponent or a fraction is not how the contract writes an integer.
const integerText = (reason: string) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^(0|-?[1-9]\d*)$/, reason)), z.transform(Number)),
    z.int(reason),
  );

const limitReason = "must be a whole number from 1 to 500";

/** The parameters of contract §4.3 as text. */
export const HistoryText = {
  limit: integerText(limitReason).check(z.minimum(1, limitReason), z.maximum(500, limitReason)),
  beforeEventId: integerText("must be a whole number within ±(2^53−1)"),
};

export const defaultLimit = 100;

export interface HistoryPage {
  /** Number of events, 1 to 500. */
  limit: number;
  /** Only events below this id. */
  beforeEventId?: number;
}

export interface CountEvents {
  get(key: CounterKey, lastEventId: number): Promise<CountEvent | undefined>;
  /** Newest first; fewer than `limit` only where the history begins. */
  page(key: CounterKey, page: HistoryPage, signal?: AbortSignal): Promise<CountEvent[]>;
}

/** A page of a counter's history, read in one round trip; undefined when there is no such counter. */
export async function readHistory(
  { counters, countEvents }: { counters: Pick<Counters, "get">; countEvents: CountEvents },
  request: { key: CounterKey; page: HistoryPage },
  signal?: AbortSignal,
): Promise<History | undefined> {
  const [counter, events] = await allInOrder([
    counters.get(request.key, signal),
    countEvents.page(request.key, request.page, signal),
  ]);
  return counter && { counterId: counter.id, counterName: counter.name, events };
}

/** Reads the query of contract §4.3; throws the ApiError that names the wrong parameter. */
export function historyPage(query: Record<string, string | undefined>): HistoryPage {
  const page: HistoryPage = { limit: defaultLimit };
  if (query.limit !== undefined) {
    const limit = HistoryText.limit.safeParse(query.limit);
    if (!limit.success) throw invalid("limit must be a whole number from 1 to 500, given once");
    page.limit = limit.data;
  }
  if (query.beforeEventId !== undefined) {
    const before = HistoryText.beforeEventId.safeParse(query.beforeEventId);
    if (!before.success) {
      throw invalid("beforeEventId must be a whole number within ±(2^53−1), given once");
    }
    page.beforeEventId = before.data;
  }
  return page;
}

function invalid(message: string): ApiError {
  return new ApiError(400, message, { code: "INVALID_PARAMETER" });
}
