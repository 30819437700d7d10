import { QueueDoesNotExist, SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { EnvironmentPool } from "../../functions/environment-pool.ts";
import type { OnEvent } from "../../runtime-event.ts";
import { parseArn, queueUrl, scheduleArn } from "../../template/arns.ts";
import type { ScheduleStore, StoredSchedule } from "./schedule-store.ts";

export interface ScheduleRunnerOptions {
  store: ScheduleStore;
  client: SQSClient;
  sqsAddress: string;
  pool(functionName: string): EnvironmentPool | undefined;
  onEvent: OnEvent;
}

// A timer cannot wait longer than 2^31 ms, and a laptop's clock can jump when it wakes up.
const longestSleepMs = 30_000;
const retryAfterMs = 1_000;

/** Fires schedules when they are due: at least once, to the second (AWS: within the minute). */
export class ScheduleRunner {
  readonly #options: ScheduleRunnerOptions;
  #timer: NodeJS.Timeout | undefined;
  #firing: Promise<void> | undefined;
  #stopped = false;

  constructor(options: ScheduleRunnerOptions) {
    this.#options = options;
    this.wake();
  }

  /** Looks at the schedules again; call it after one was added or changed. */
  wake(): void {
    clearTimeout(this.#timer);
    if (this.#stopped || this.#firing) return;
    const [first] = this.#options.store.next(1);
    const sleepMs = first ? Math.max(0, first.dueAtMs - Date.now()) : longestSleepMs;
    this.#timer = setTimeout(() => this.#fire(), Math.min(sleepMs, longestSleepMs));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#firing;
  }

  #fire(): void {
    const due = this.#options.store.next(100).filter(({ dueAtMs }) => dueAtMs <= Date.now());
    const firing = Promise.all(due.map((schedule) => this.#deliver(schedule)));
    this.#firing = firing.then((delivered) => {
      this.#firing = undefined;
      if (delivered.every(Boolean)) return this.wake();
      if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), retryAfterMs);
    });
  }

  /** Invokes the target, then completes the schedule; false when it has to be tried again. */
  async #deliver(schedule: StoredSchedule): Promise<boolean> {
    const { store, onEvent } = this.#options;
    const { name, group, request } = schedule;
    try {
      await this.#invoke(schedule);
      onEvent({ kind: "schedule-fired", name, target: request.Target.Arn });
    } catch (error) {
      onEvent({ kind: "warning", message: `Schedule ${group}/${name}: ${String(error)}` });
      // AWS gives up after a day; here a target that does not exist will not come into being.
      if (!(error instanceof QueueDoesNotExist || error instanceof NoTarget)) return false;
    }
    if (request.ActionAfterCompletion === "DELETE") store.delete(group, name);
    else store.complete(schedule);
    return true;
  }

  async #invoke({ name, group, request: { Target } }: StoredSchedule): Promise<void> {
    const target = parseArn(Target.Arn);
    // As AWS does, wherever in the payload the keyword stands.
    const input = (Target.Input ?? "{}").replaceAll(
      "<aws.scheduler.schedule-arn>",
      scheduleArn(group, name),
    );
    if (target?.service === "sqs") {
      await this.#options.client.send(
        new SendMessageCommand({
          QueueUrl: queueUrl(this.#options.sqsAddress, target.resource),
          MessageBody: input,
          ...Target.SqsParameters,
        }),
      );
      return;
    }
    const pool = this.#options.pool(target?.resource.replace("function:", "") ?? "");
    if (!pool) throw new NoTarget(`no local target is ${Target.Arn}`);
    // An asynchronous invocation: that the function failed is no longer the Scheduler's concern.
    const { outcome } = await pool.invoke(JSON.parse(input));
    if (outcome === "throttled") throw new Error("the function is throttled");
  }
}

class NoTarget extends Error {}
