import type { Clock } from "../clock.ts";

/** A version of a function that CodeDeploy is about to shift invocations to. */
export interface TargetVersion {
  functionName: string;
  version: string;
}

export interface TrialPorts {
  /** What the deployment shifts to; undefined where it does not say it. */
  target(deploymentId: string): Promise<TargetVersion | undefined>;
  /** Throws when the version was not invoked. */
  invoke(target: TargetVersion, event: unknown): Promise<Invoked>;
  /** Why an invocation was refused that can be tried again; undefined for every other failure. */
  refusalIn(error: unknown): Refusal | undefined;
  now: Clock["now"];
  wait(ms: number): Promise<void>;
}

export type Refusal = "throttled" | "denied";

export interface Invoked {
  /** It ended without a response: it did not start, crashed, or took too long. */
  functionError?: string | undefined;
  /** Of a function behind HTTP. */
  statusCode?: number | undefined;
}

export type VersionTrial =
  | { result: "responded" | "failed"; target: TargetVersion; reason: string }
  /** Nothing is known of the version; the reason lies elsewhere. */
  | { result: "not_tried"; reason: string };

/**
 * An event that every function handles without changing anything: a request for a path that few functions
 * know, without a key or a cookie; a batch without records; a schedule's time that is so long past that
 * neither the canary runs nor a day starts.
 */
export const trialEvent = {
  version: "2.0",
  routeKey: "$default",
  rawPath: "/",
  rawQueryString: "",
  headers: {},
  isBase64Encoded: false,
  requestContext: {
    requestId: "version-trial",
    http: { method: "GET", path: "/", protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "-" },
  },
  Records: [],
  scheduledTime: "2000-01-01T00:00:00Z",
};

/**
 * In milliseconds. A role's new rights take seconds. Where Lambda has no room, a hook that waits takes room
 * from requests itself, and all hooks of a deployment wait together.
 */
export const trialLimits: Record<Refusal, { tries: number; betweenTries: number }> = {
  denied: { tries: 60_000, betweenTries: 5_000 },
  throttled: { tries: 3_000, betweenTries: 1_000 },
};

/** Invokes the version that a deployment shifts to, once, before it gets anything else. */
export async function makeVersionTrial(
  ports: TrialPorts,
  deploymentId: string,
  limits = trialLimits,
): Promise<VersionTrial> {
  const startMs = ports.now();
  try {
    const target = await ports.target(deploymentId);
    if (target === undefined) return { result: "not_tried", reason: "the deployment names none" };
    for (;;) {
      try {
        return judged(target, await ports.invoke(target, trialEvent));
      } catch (error) {
        const refusal = ports.refusalIn(error);
        if (refusal === undefined) throw error;
        const { tries, betweenTries } = limits[refusal];
        if (ports.now() - startMs >= tries) throw error;
        await ports.wait(betweenTries);
      }
    }
  } catch (error) {
    return { result: "not_tried", reason: String(error) };
  }
}

function judged(target: TargetVersion, { functionError, statusCode = 200 }: Invoked): VersionTrial {
  if (functionError !== undefined) return { result: "failed", target, reason: functionError };
  const result = statusCode >= 500 ? "failed" : "responded";
  return { result, target, reason: `status ${statusCode}` };
}
