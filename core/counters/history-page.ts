import * as z from "zod";
import { ApiError } from "../api-error.ts";

// A leading zero, a sign "+", an exponent or a fraction is not how the contract writes an integer.
const IntegerText = z
  .string()
  .regex(/^(0|-?[1-9]\d*)$/)
  .transform(Number)
  .pipe(z.int());

const Limit = IntegerText.pipe(z.int().min(1).max(500));

export const defaultLimit = 100;

export interface HistoryPage {
  /** Number of events, 1 to 500. */
  limit: number;
  /** Only events below this id. */
  beforeEventId?: number;
}

/** Reads the query of contract §4.3; throws the ApiError that names the wrong parameter. */
export function historyPage(query: Record<string, string | undefined>): HistoryPage {
  const page: HistoryPage = { limit: defaultLimit };
  if (query.limit !== undefined) {
    const limit = Limit.safeParse(query.limit);
    if (!limit.success) throw invalid("limit must be a whole number from 1 to 500, given once");
    page.limit = limit.data;
  }
  if (query.beforeEventId !== undefined) {
    const before = IntegerText.safeParse(query.beforeEventId);
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
