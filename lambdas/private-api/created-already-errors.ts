import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { createdAlreadyCode } from "../../api/private/form-id.ts";
import { ApiError } from "../../core/api-error.ts";
import { withoutBidiControls } from "../../core/bidi.ts";

/** For what cannot be edited, and whose secret this request cannot show. */
export const revokeAndCreate = "revoke it if it is still in the list; then create another";

/**
 * The 409 of a form that is sent again, with other values than those that created something, or after
 * a person has changed that. `name` is undefined where it no longer exists.
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

interface Repeated<Thing> {
  /** What an earlier request of the form has created, as it is now. */
  stored: Thing | undefined;
  /** What this request would have created. */
  wanted: Thing;
  /** The settings that a form has. */
  settings: z.ZodType;
}

/** What an earlier request of the same form has created, if it is as this one wants it; or the 409. */
export function createdBefore<Thing extends { name: string }>(
  what: string,
  { stored, wanted, settings }: Repeated<Thing>,
): Thing {
  if (stored === undefined) throw createdAlready(what, undefined);
  if (isDeepStrictEqual(settings.parse(stored), settings.parse(wanted))) return stored;
  throw createdAlready(what, stored.name);
}
