import { conflictCode, settingLabel } from "../../api/private/conflict.ts";
import { ApiError } from "../../core/api-error.ts";
import { ContentionError } from "../../core/conflict.ts";

/** The 409 of a change of settings that another person has changed since they were seen. */
export function settingsConflict(fields: string[]): ApiError {
  const labels = fields.map(settingLabel).join(", ");
  return new ApiError(
    409,
    `Another person has changed these settings: ${labels}. Nothing was saved: load them and try again`,
    { code: conflictCode },
  );
}

/** Turns a ContentionError into a 409: other writers won, and nothing was written. */
export async function contentionAs409<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof ContentionError)) throw error;
    throw new ApiError(409, "Too many changes at the same time. Nothing was saved: try again", {
      headers: { "retry-after": "1" },
    });
  }
}
