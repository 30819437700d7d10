import { CommanderError } from "commander";
import * as z from "zod";
import { withoutKeys } from "../../../core/keys/key-text.ts";
import { withoutLinkSecrets } from "../../../core/pasted-link.ts";
import { type ErrorCode, errorLine } from "./error-line.ts";
import { calledAs, keptOrganization } from "./invocation.ts";

/** For an outcome that only members can have: operators need no role and send no forms. */
export function onlyForMembers(): Error {
  return new Error("an operator cannot get this result");
}

/** A failure in words for the operator: what is wrong and what to do. */
export class OperatorError extends Error {
  readonly exitCode: number;
  readonly code: ErrorCode;
  readonly details: string[] | undefined;

  constructor(
    message: string,
    options: { exitCode?: number; code?: ErrorCode; details?: string[]; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "OperatorError";
    this.exitCode = options.exitCode ?? 1;
    this.code = options.code ?? codesByExitCode[this.exitCode] ?? "FAILED";
    this.details = options.details;
  }
}

const codesByExitCode: Record<number, ErrorCode> = {
  2: "USAGE",
  130: "INTERRUPTED",
  143: "INTERRUPTED",
};

export function usageError(message: string): OperatorError {
  return new OperatorError(`${message}; add --help to see what the command takes`, { exitCode: 2 });
}

/** Writes what failed to stderr; returns the exit code. */
export function reportFailure(
  error: unknown,
  { writeErr, json }: { writeErr: (text: string) => void; json: boolean },
): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    // Without --json, commander has written its message or the help by itself.
    if (json) writeErr(errorLine({ error: commanderMessage(error), code: "USAGE" }, json));
    return 2;
  }
  const { message, code } = withKeptOrganization(explanation(error));
  const { details, exitCode } = error instanceof OperatorError ? error : {};
  const report = { error: withoutSecrets(message), code, details: details?.map(withoutSecrets) };
  writeErr(errorLine(report, json));
  return exitCode ?? 1;
}

/** The code of a failed system call, such as ECONNREFUSED. */
export function systemErrorCode(error: unknown): string | undefined {
  const parsed = z.object({ code: z.string() }).safeParse(error);
  return parsed.success ? parsed.data.code : undefined;
}

/** True when the other side cannot be reached or went away. */
export function isConnectionFailure(error: unknown): boolean {
  return connectionCodes.has(systemErrorCode(error) ?? "");
}

const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

function withoutSecrets(text: string): string {
  return withoutLinkSecrets(withoutKeys(text));
}

// A noun without a verb makes commander print the help, with this code and no message.
function commanderMessage({ code, message }: CommanderError): string {
  if (code === "commander.help") return `a verb is missing; see: ${calledAs()} --help`;
  return shortened(withoutSecrets(message.replace(/^error: /, "")));
}

/** Commander repeats a wrong value in full, with the reason behind it. */
export function shortened(line: string): string {
  return line.length <= 600 ? line : `${line.slice(0, 200)} … ${line.slice(-300)}`;
}

function explanation(error: unknown): { message: string; code: ErrorCode } {
  if (error instanceof OperatorError) return error;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const advice = awsAdvice[name];
  if (advice !== undefined) return { message: `${advice} (${name})`, code: "AWS_ACCESS" };
  if (message === "Region is missing") {
    return { message: "there is no AWS region: set AWS_REGION", code: "AWS_ACCESS" };
  }
  if (isConnectionFailure(error) || name === "TimeoutError") {
    const cause = systemErrorCode(error) ?? name;
    const advice = `AWS cannot be reached: check the network and AWS_REGION (${cause})`;
    return { message: advice, code: "UNAVAILABLE" };
  }
  if (/^AccessDenied/.test(name)) {
    return { message: `AWS does not allow you to do this: ${message}`, code: "AWS_ACCESS" };
  }
  return { message, code: "FAILED" };
}

/**
 * If no --org was typed, the error names where the organization came from. All messages of this
 * code that name an organization pass here.
 */
function withKeptOrganization(failure: { message: string; code: ErrorCode }): typeof failure {
  const { message, code } = failure;
  const kept = keptOrganization();
  if (code !== "NOT_FOUND" || kept === undefined) return { message, code };
  const named = [`the organization ${kept} `, `organization with the id "${kept}"`];
  const name = named.find((words) => message.includes(words))?.trimEnd();
  if (name === undefined) return { message, code };
  const from = "(the organization that `counting use` keeps; give --org for another)";
  return { message: message.replace(name, () => `${name} ${from}`), code };
}

const refusedCredentials = "AWS refuses the credentials: sign in again or check AWS_PROFILE";

const awsAdvice: Record<string, string> = {
  CredentialsProviderError:
    "there are no AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
  ExpiredToken: refusedCredentials,
  ExpiredTokenException: refusedCredentials,
  InvalidClientTokenId: refusedCredentials,
  InvalidSignatureException: refusedCredentials,
  SignatureDoesNotMatch: refusedCredentials,
  UnrecognizedClientException: refusedCredentials,
  ResourceNotFoundException:
    "the tables of the service do not exist there: deploy the stack again, or wait until the local service is ready",
};
