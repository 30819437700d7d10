export interface ApiErrorDetails {
  /** Machine-readable code of contract §7. */
  code?: string;
  requiredPlan?: string;
  /** Of a form: the field at fault, and what is wrong with it, for the console. */
  field?: string;
  reason?: string;
  headers?: Record<string, string>;
  /** Values of Set-Cookie headers. */
  cookies?: string[];
}

/** The caller's fault: an HTTP status, a sentence that says what to do, and the contract's code. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: ApiErrorDetails;

  constructor(status: number, message: string, details: ApiErrorDetails = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.details = details;
  }
}
