import { CommanderError } from "commander";
import * as z from "zod";
import { withoutKeys } from "../../../core/organizations/api-key.ts";
import { escapeControls } from "./escape-controls.ts";

/** A failure in words for the operator: what is the matter and what to do. */
export class OperatorError extends Error {
  readonly exitCode: number;

  constructor(message: string, options: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "OperatorError";
    this.exitCode = options.exitCode ?? 1;
  }
}

export function usageError(message: string): OperatorError {
  return new OperatorError(`${message}; add --help to see what the command takes`, { exitCode: 2 });
}

/** Tells the operator what failed; gives the exit code. */
export function reportFailure(error: unknown, writeErr: (text: string) => void): number {
  if (error instanceof CommanderError) {
    // Commander has written its message, or the help that was asked for, by itself.
    return error.exitCode === 0 ? 0 : 2;
  }
  writeErr(`error: ${escapeControls(withoutKeys(sentenceOf(error)))}\n`);
  return error instanceof OperatorError ? error.exitCode : 1;
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

function sentenceOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const advice = awsAdvice[name];
  if (advice !== undefined) return `${advice} (${name})`;
  if (message === "Region is missing") return "there is no AWS region: set AWS_REGION";
  if (isConnectionFailure(error) || name === "TimeoutError") {
    return `AWS cannot be reached: check the network and AWS_REGION (${systemErrorCode(error) ?? name})`;
  }
  if (/^AccessDenied/.test(name)) return `AWS does not allow this to you: ${message}`;
  return message;
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
