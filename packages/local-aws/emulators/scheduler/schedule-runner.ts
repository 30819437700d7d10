import type { SQSClient } from "@aws-sdk/client-sqs";
import type { EnvironmentPool } from "../../functions/environment-pool.ts";
import type { AccessControl } from "../../iam/access-control.ts";
import type { OnEvent } from "../../runtime-event.ts";
import type { ScheduleStore, StoredSchedule } from "./schedule-store.ts";
import { invokeTarget, type TargetError } from "./schedule-target.ts";
import { sendDeadLetter } from "./scheduler-dead-letter.ts";

export interface ScheduleRunnerOptions {
  store: ScheduleStore;
  client: SQSClient;
  sqsUrl: string;
  pool(functionName: string): EnvironmentPool | undefined;
  access: AccessControl;
  onEvent: OnEvent;
}

// A timer cannot wait longer than 2^31 ms, and a laptop's clock can jump when it wakes up.
const longestSleepMs = 30_000;
const retryAfterMs = 1_000;
// AWS's own defaults.
const defaultRetryAttempts = 185;
const defaultEventAgeSeconds = 86_400;

/** Fires schedules when they are due: at least once, to the second (AWS: within the minute). */
export class ScheduleRunner {
  readonly #options: ScheduleRunnerOptions;
  /** Failed attempts of schedules that are tried again, by group and name. */
  readonly #failures = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #firing: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor(options: ScheduleRunnerOptions) {
    this.#options = options;
    this.wake();
  }

  /** Looks at the schedules again; call it after one was added or changed. */
  wake(): void {
    clearTimeout(this.#timer);
    if (this.#isStopping || this.#firing) return;
    const [first] = this.#options.store.next(1);
    const sleepMs = first ? Math.max(0, first.dueAtMs - Date.now()) : longestSleepMs;
    this.#timer = setTimeout(() => this.#fire(), Math.min(sleepMs, longestSleepMs));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#firing;
  }

  #fire(): void {
    const due = this.#options.store.next(100).filter(({ dueAtMs }) => dueAtMs <= Date.now());
    const firing = Promise.all(due.map((schedule) => this.#deliver(schedule)));
    this.#firing = firing.then((delivered) => {
      this.#firing = undefined;
      if (delivered.every(Boolean)) return this.wake();
      if (!this.#isStopping) this.#timer = setTimeout(() => this.wake(), retryAfterMs);
    });
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Invokes the target, then completes the schedule; false when it has to be tried again. */
  async #deliver(schedule: StoredSchedule): Promise<boolean> {
    const { store, onEvent } = this.#options;
    const { name, group, request } = schedule;
    const id = `${group}/${name}`;
    const retryAttempts = this.#failures.get(id) ?? 0;
    const error = await invokeTarget(schedule, {
      ...this.#options,
      stopping: this.#stopping.signal,
    });
    if (error) {
      const { exhausted, retries } = afterFailure(schedule, error, retryAttempts);
      if (retries || this.#isStopping) {
        this.#failures.set(id, retryAttempts + 1);
        const message = `Schedule ${id} is tried again: ${error.message}`;
        if (retryAttempts === 0) onEvent({ kind: "warning", message });
        return false;
      }
      if (!(await this.#giveUp(schedule, { error, exhausted, retryAttempts }))) return false;
    } else {
      onEvent({ kind: "schedule-fired", name, target: request.Target.Arn });
    }
    this.#failures.delete(id);
    if (request.ActionAfterCompletion === "DELETE") store.delete(group, name);
    else store.complete(schedule);
    return true;
  }

  /** Sends the dead letter; false when that has to be tried again. */
  async #giveUp(
    schedule: StoredSchedule,
    failure: { error: TargetError; exhausted: string | undefined; retryAttempts: number },
  ): Promise<boolean> {
    const { client, sqsUrl, access, onEvent } = this.#options;
    const { name, request } = schedule;
    const reason = failure.error.message;
    try {
      await sendDeadLetter({ schedule, ...failure }, { client, sqsUrl, access });
    } catch (cause) {
      const message = `The dead letter of schedule ${name} cannot be sent: ${String(cause)}`;
      onEvent({ kind: "warning", message });
      return false;
    }
    onEvent({ kind: "schedule-failed", name, target: request.Target.Arn, reason });
    return true;
  }
}

/** Whether a schedule is tried again; `exhausted` names the limit of its retry policy, if one. */
function afterFailure(
  { dueAtMs, request: { Target } }: StoredSchedule,
  error: TargetError,
  retryAttempts: number,
): { retries: boolean; exhausted: string | undefined } {
  // AWS does not retry when the target is missing either.
  if (!error.isRetriable) return { retries: false, exhausted: undefined };
  const { MaximumRetryAttempts, MaximumEventAgeInSeconds } = Target.RetryPolicy ?? {};
  if (retryAttempts >= (MaximumRetryAttempts ?? defaultRetryAttempts))
    return { retries: false, exhausted: "MaximumRetryAttempts" };
  const ageLimitMs = (MaximumEventAgeInSeconds ?? defaultEventAgeSeconds) * 1_000;
  if (Date.now() - dueAtMs >= ageLimitMs)
    return { retries: false, exhausted: "MaximumEventAgeInSeconds" };
  return { retries: true, exhausted: undefined };
}
