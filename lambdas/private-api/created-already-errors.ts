import { ApiError } from "../../core/api-error.ts";
import { withoutBidiControls } from "../../core/bidi.ts";
import { createdAlreadyCode } from "../../core/private-api/form-id.ts";

/** For what cannot be edited, and whose secret this request cannot show. */
export const revokeAndCreate = "revoke it if it is still in the list; then create another";

/**
 * The 409 of a form that is sent again, with other values than those that created something, or after
 * somebody has changed that. `name` is undefined where it no longer exists.
 */
export function createdAlready(
  what: string,
  name: string | undefined,
  remedy = "edit it in the list",
): ApiError {
  const [state, next] =
    name === undefined
      ? ["which no longer exists", "open it again to create another"]
      : [`as “${withoutBidiControls(name)}”`, remedy];
  return new ApiError(
    409,
    `An earlier request has already created the ${what}, ${state}. Close this form, and ${next}`,
    { code: createdAlreadyCode },
  );
}
