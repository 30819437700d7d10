import { ApiError } from "../../core/api-error.ts";

/** The 404 of something in an organization, such as a "counter"; the same for others' things. */
export function notFound(what: string): ApiError {
  return new ApiError(404, `The organization has no such ${what}`);
}

interface ReachedLimit {
  maximum: number;
  /** Which things, such as "API keys". */
  of: string;
  /** What to do about it, such as "revoke one first". */
  remedy: string;
  /** Who has them; the organization unless given. */
  owner?: string;
}

/** The 409 of something that an organization has as many of as it may have. */
export function limitReached({
  maximum,
  of,
  remedy,
  owner = "organization",
}: ReachedLimit): ApiError {
  return new ApiError(
    409,
    `The ${owner} already has ${maximum.toLocaleString("en")} ${of}, the maximum: ${remedy}`,
  );
}
