import type { Finding } from "../../../core/operations/finding.ts";
import { whyFailed } from "../../../core/operations/steps.ts";
import { isUnreadable } from "../target.ts";
import { isConnectionFailure } from "../terminal/failure.ts";
import { startLine } from "../terminal/progress.ts";

/** Reads facts and judges them; it says now and then how far it is. */
export type DoctorCheck = (onProgress: (soFar: string) => void) => Promise<Finding[]>;

export interface CheckedFinding extends Finding {
  check: string;
}

/**
 * Runs checks one after the other. One that fails is a finding itself, and the others go on; only a
 * service that is gone (`isGone`) ends them all.
 */
export async function runChecks(
  checks: Record<string, DoctorCheck>,
  { isGone }: { isGone: (error: unknown) => boolean },
): Promise<CheckedFinding[]> {
  const findings: CheckedFinding[] = [];
  const line = startLine();
  try {
    for (const [check, run] of Object.entries(checks)) {
      line.show(() => `checking ${check}`);
      const found = await run((soFar) => line.show(() => `checking ${check}: ${soFar}`)).catch(
        (error) => {
          if (isGone(error)) throw error;
          return [unchecked(error)];
        },
      );
      findings.push(...found.map((finding) => ({ check, ...finding })));
    }
  } finally {
    line.end();
  }
  return findings;
}

/** True for the failures of a local service that has ended or does not respond. */
export function isGoneLocally(error: unknown): boolean {
  return isConnectionFailure(error) || isUnreadable(error);
}

function unchecked(error: unknown): Finding {
  const denied = error instanceof Error && /AccessDenied|NotAuthorized|Forbidden/.test(error.name);
  return {
    severity: "unchecked",
    sentence: `could not be checked: ${whyFailed(error)}`,
    remedy: denied
      ? 'allow what docs/operators/deploy.md lists under "What the doctor may read"'
      : "run it again; if it stays so, repair what the message names",
  };
}
