export interface ProblemDetails {
  /** Machine-readable code of contract §7. */
  code?: string;
  requiredPlan?: string;
  headers?: Record<string, string>;
}

/** The caller's fault: an HTTP status, a sentence that says what to do, and the contract's code. */
export class Problem extends Error {
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(status: number, message: string, details: ProblemDetails = {}) {
    super(message);
    this.name = "Problem";
    this.status = status;
    this.details = details;
  }
}
