import { ApiError } from "../../core/api-error.ts";
import { ContentionError } from "../../core/clock.ts";
import { changedMeanwhile } from "../../core/private-api/counters/counters.ts";

/** The 409 of a change of settings that somebody else has changed since they were seen. */
export function overtaken(fields: string[]): ApiError {
  return new ApiError(
    409,
    `Somebody else has changed this meanwhile: ${fields.join(", ")}. Look at it and try again`,
    { code: changedMeanwhile },
  );
}

/** A change that others' writes keep from being written is a 409: nothing was written. */
export async function orTryAgain<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof ContentionError)) throw error;
    throw new ApiError(409, "This changes very often at this moment: try again", {
      headers: { "retry-after": "1" },
    });
  }
}
