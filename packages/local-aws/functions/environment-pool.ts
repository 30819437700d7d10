import { randomUUID } from "node:crypto";
import type { OnEvent } from "../runtime-event.ts";
import type { Concurrency } from "./account-concurrency.ts";
import { Environment, type EnvironmentHost, logFileOf } from "./environment.ts";
import { environmentVariables } from "./environment-variables.ts";
import type { FunctionSpec } from "./functions.ts";
import type { InvocationResult } from "./invocation.ts";

/**
 * Environments of a function for each of its event source mappings. AWS would go on to the limits
 * of its concurrency; a laptop would not.
 */
export const environmentsPerInvoker = 6;

/** Lambda's limit on the event of a synchronous invocation, as JSON. */
const maxEventBytes = 6_291_456;

/** The type of the error of an event that is too large; the function does not run. */
export const tooLargeErrorType = "RequestEntityTooLargeException";

export interface EnvironmentPoolOptions {
  spec: FunctionSpec;
  /** How many event source mappings invoke it. */
  invokers: number;
  /** Its own where it has a reservation, or that of all functions without one. */
  concurrency: Concurrency;
  host: EnvironmentHost;
  onEvent: OnEvent;
}

/**
 * The environments of one function: reused when idle, made when needed. Invocations beyond its
 * concurrency are throttled; those that only lack an environment wait for one.
 */
export class EnvironmentPool {
  readonly spec: FunctionSpec;
  /** The most environments. */
  readonly limit: number;
  readonly #concurrency: Concurrency;
  readonly #host: EnvironmentHost;
  readonly #onEvent: OnEvent;
  readonly #all = new Set<Environment>();
  readonly #idle: Environment[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #closed = false;

  constructor({ spec, invokers, concurrency, host, onEvent }: EnvironmentPoolOptions) {
    this.spec = spec;
    this.limit = environmentsPerInvoker * Math.max(1, invokers);
    this.#concurrency = concurrency;
    this.#host = host;
    this.#onEvent = onEvent;
  }

  /** The process ids of all living environments. */
  get pids(): number[] {
    return [...this.#all].map((environment) => environment.pid);
  }

  /** All environment variables of the function, as its next environment gets them. */
  get variables(): Record<string, string> {
    return environmentVariables(this.spec, this.#host.variables);
  }

  /** The file that gets what the function prints. */
  get logFile(): string {
    return logFileOf(this.spec, this.#host);
  }

  /** Invokes the function, or throttles the invocation where no concurrency is left for it. */
  async invoke(event: unknown): Promise<InvocationResult> {
    const requestId = randomUUID();
    const text = JSON.stringify(event ?? null);
    if (Buffer.byteLength(text) > maxEventBytes) return this.#report(event, tooLarge(requestId));
    if (!this.#concurrency.take()) return this.#throttle(requestId);
    if (this.#busy < this.limit) this.#busy++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return this.#report(event, await this.#tryRun(text, requestId));
    } finally {
      this.#concurrency.release();
      // The next waiting invocation takes over this place; otherwise it becomes free.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy--;
    }
  }

  /** Kills environments, as a crash would: one by its pid, or all. */
  kill(pid?: number): void {
    for (const environment of this.#all) {
      if (pid === undefined || environment.pid === pid) void environment.stop("signal: killed");
    }
  }

  /** Ends all environments; an invocation in flight fails. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((environment) => environment.stop("stopped")));
  }

  /** A process that cannot be started (no memory, no files) is a failed invocation, too. */
  async #tryRun(event: string, requestId: string): Promise<InvocationResult> {
    try {
      return await this.#run(event, requestId);
    } catch (error) {
      const failure = { errorType: "Runtime.StartFailed", errorMessage: String(error) };
      return { outcome: "failed", requestId, error: failure };
    }
  }

  async #run(event: string, requestId: string): Promise<InvocationResult> {
    if (this.#closed) {
      const error = { errorType: "Runtime.Closed", errorMessage: "The local runtime is stopping." };
      return { outcome: "failed", requestId, error };
    }
    let environment = this.#idle.pop();
    if (!environment) {
      environment = this.#start();
      const error = await environment.ready();
      if (error) {
        await environment.stop("init failed");
        return { outcome: "failed", requestId, error };
      }
    }
    const result = await environment.invoke(event, requestId);
    if (environment.alive) this.#idle.push(environment);
    return result;
  }

  #start(): Environment {
    const environment = new Environment(this.spec, this.#host);
    const about = { functionName: this.spec.name, pid: environment.pid };
    this.#all.add(environment);
    this.#onEvent({ kind: "environment-started", ...about });
    void environment.ended.then((reason) => {
      this.#all.delete(environment);
      const index = this.#idle.indexOf(environment);
      if (index >= 0) this.#idle.splice(index, 1);
      this.#onEvent({ kind: "environment-ended", ...about, reason });
    });
    return environment;
  }

  #throttle(requestId: string): InvocationResult {
    this.#onEvent({ kind: "invocation-throttled", functionName: this.spec.name });
    return { outcome: "throttled", requestId };
  }

  #report(event: unknown, result: InvocationResult): InvocationResult {
    const { requestId, outcome } = result;
    const about = { functionName: this.spec.name, requestId };
    if (outcome === "failed") {
      const { errorType, errorMessage } = result.error;
      this.#onEvent({ kind: "invocation-failed", ...about, errorType, errorMessage });
    }
    if (outcome !== "throttled" && result.pending?.length) {
      this.#onEvent({ kind: "work-pending", ...about, pending: result.pending });
    }
    const returned = outcome === "succeeded" ? { payload: result.payload } : {};
    this.#onEvent({ kind: "invocation-ended", ...about, outcome, event, ...returned });
    return result;
  }
}

function tooLarge(requestId: string): InvocationResult {
  const limit = `Request must be smaller than ${maxEventBytes} bytes`;
  const errorMessage = `${limit} for the InvokeFunction operation`;
  return {
    outcome: "failed",
    requestId,
    error: { errorType: tooLargeErrorType, errorMessage },
  };
}
