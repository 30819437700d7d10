/**
 * Every failure of a request. `status` is undefined when there was no response. The message is the service's own, or says
 * what happened, in at most 200 characters; it never has the key in it.
 */
export class CountingError extends Error {
  override readonly name = "CountingError";
  readonly status: number | undefined;
  /** For example RATE_LIMITED or PLAN_REQUIRED, see §7 of the contract. */
  readonly code: string | undefined;
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** After so many seconds the request can succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export interface ErrorDetails {
  status?: number | undefined;
  code?: string | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}
