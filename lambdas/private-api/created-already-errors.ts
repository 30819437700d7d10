import { ApiError } from "../../core/api-error.ts";
import { withoutBidiControls } from "../../core/bidi.ts";
import { createdAlreadyCode } from "../../core/private-api/form-id.ts";

/** For what cannot be edited, and whose secret this request cannot show. */
export const revokeAndCreate = "revoke it if it is still in the list; then create another";

/**
 * The 409 of a form that is sent again, with other values than those that created something, or after
 * somebody has changed that.
 */
export function createdAlready(
  what: string,
  name: string,
  remedy = "edit it in the list",
): ApiError {
  return new ApiError(
    409,
    `An earlier request has already created the ${what}, as “${withoutBidiControls(name)}”. Close this form, and ${remedy}`,
    { code: createdAlreadyCode },
  );
}
