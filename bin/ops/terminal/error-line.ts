import { escapeControls, escapeForJson } from "./escape-controls.ts";

/** The codes of errors with --json; they are stable. */
export const errorCodes = {
  USAGE: "wrong usage",
  NOT_FOUND: "there is no such organization, counter, key, …",
  PLAN_REQUIRED: "the organization's plan does not include it",
  LIMIT_REACHED: "the organization already has the maximum",
  CONFLICT: "the current state does not allow it",
  INVALID_INPUT: "a file or a value has errors",
  NOT_CONFIRMED: "the question was not answered with y",
  UNAVAILABLE: "the service cannot be reached, or is not deployed",
  AWS_ACCESS: "AWS refuses, or region or credentials are missing",
  INTERRUPTED: "ended by Ctrl-C or SIGTERM",
  FINDINGS: "the doctor or a check found something to look at",
  FAILED: "any other failure",
} as const;
export type ErrorCode = keyof typeof errorCodes;

export interface ErrorReport {
  error: string;
  code: ErrorCode;
  /** What is wrong in particular, such as the rows of a file. */
  details?: string[] | undefined;
}

/**
 * True when the arguments ask for JSON, also when they are wrong otherwise. What follows an option
 * that takes a value is that value, whatever it looks like.
 */
export function wantsJson(args: string[], takeValue: ReadonlySet<string> = new Set()): boolean {
  for (let index = 0; index < args.length && args[index] !== "--"; index += 1) {
    const arg = args[index] ?? "";
    if (arg === "--json") return true;
    if (takeValue.has(arg)) index += 1;
  }
  return false;
}

/** An error as it stands on stderr: one line of JSON, or lines for people. */
export function errorLine({ error, code, details = [] }: ErrorReport, json: boolean): string {
  if (!json) {
    return [...details, `error: ${error}`].map((line) => `${escapeControls(line)}\n`).join("");
  }
  const document = details.length === 0 ? { error, code } : { error, code, details };
  return `${escapeForJson(JSON.stringify(document))}\n`;
}
