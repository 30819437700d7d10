import type { ChangedBy } from "../../members/changed-by.ts";
import type { AttemptMessage } from "../../webhooks/attempt-message.ts";
import type { DeliveryRecord } from "../../webhooks/delivery.ts";
import { updateEndpoint } from "../../webhooks/manage-endpoints.ts";
import { resend } from "../../webhooks/resend.ts";
import { type Patience, until, whyRefused } from "../steps.ts";
import { tapOnce } from "./request-steps.ts";
import {
  alertAt,
  type Smoke,
  type SmokeControl,
  type SmokePorts,
  type SmokeStep,
} from "./smoke-organization.ts";

const second = 1_000;

/** After a first deployment, streams and functions need a while. */
const deliveredWithinMs = 120 * second;

const noReceiver = {
  skipped:
    "it needs the canary's receiver, and there is no canary (turn it on with the setting canary)",
};

/** A count arrives at the receiver, which accepts it only if its signature is right. */
export function webhookStep(ports: SmokePorts, smoke: Smoke, control: SmokeControl): SmokeStep {
  const { endpointId } = smoke;
  return async () => {
    if (endpointId === undefined) return noReceiver;
    const of = { endpointId, is: "counter.increment" };
    return accepted(await delivery(ports, of, control));
  };
}

/** The second tap reaches the alert's threshold. */
export function alertStep(ports: SmokePorts, smoke: Smoke, control: SmokeControl): SmokeStep {
  const { endpointId, organizationId } = smoke;
  return async () => {
    await tapOnce(ports, smoke, "up");
    await until(ports, within(deliveredWithinMs, control), async () => {
      const { length } = await ports.firings.list(organizationId, {});
      return length > 0 ? { length } : `there is no alert at ${alertAt}`;
    });
    if (endpointId === undefined) return "it fired; its webhook is skipped without a receiver";
    const of = { endpointId, is: "threshold.alert.fired" };
    return `it fired, and ${accepted(await delivery(ports, of, control))}`;
  };
}

/** The time until the message is scheduled must not make the wait too short for Scheduler. */
const marginMs = 10 * second;

/** Scheduler is up to 59 s late, and then the queue and the function follow. */
const latestMs = 120 * second;

/**
 * A delivery whose first attempt is refused is attempted again at a time so late that
 * EventBridge Scheduler holds it. The contract's first retries would wait in a queue instead.
 */
export function retryStep(
  ports: SmokePorts,
  { smoke, by }: { smoke: Smoke; by: ChangedBy },
  control: SmokeControl,
): SmokeStep {
  const { organizationId, refusedEndpointId: endpointId } = smoke;
  return async () => {
    if (endpointId === undefined || ports.receiver === undefined) return noReceiver;
    if (control.skipRetry) return { skipped: "--skip-retry was given" };
    await tapOnce(ports, smoke, "down");
    const first = await delivery(ports, { endpointId, is: "counter.decrement" }, control);
    if (first.attempts[0]?.status !== 404) throw new Error(`no refusal: ${lastAttempt(first)}`);
    const waitMs = ports.schedulerFromSeconds * second + marginMs;
    const message = await putOff(ports, { deliveryId: first.deliveryId, waitMs }, control);
    const { url } = ports.receiver;
    const moved = await updateEndpoint(ports, { organizationId, endpointId }, { url }, by);
    if (moved.result !== "updated") {
      throw new Error(`its endpoint is not moved: ${whyRefused(moved)}`);
    }
    await until(ports, within(marginMs, control), async () =>
      (await ports.isScheduled(message)) ? { message } : "Scheduler has no retry",
    );
    control.onWait(Math.ceil(waitMs / second));
    const last = await until(ports, within(waitMs + latestMs, control), async () => {
      const found = await ports.load(first.deliveryId);
      return found === undefined || found.state === "retry_scheduled" ? "no retry arrived" : found;
    });
    const lateMs = Date.parse(last.attempts.at(-1)?.at ?? "") - (message.dueMs ?? 0);
    return `Scheduler held it; ${accepted(last)}, ${Math.round(lateMs / second)} s after it was due`;
  };
}

/** Resends the delivery, to be attempted after this time; the contract's own retry can be under way. */
async function putOff(
  ports: SmokePorts,
  { deliveryId, waitMs }: { deliveryId: string; waitMs: number },
  control: SmokeControl,
): Promise<AttemptMessage> {
  return await until(ports, within(deliveredWithinMs, control), async () => {
    const resent = await resend({ ...ports, now: () => ports.now() + waitMs }, deliveryId);
    return resent.result === "resent" ? resent.message : "the retry is refused";
  });
}

/** The delivery of the first event of this type once its first attempt has an outcome. */
async function delivery(
  ports: SmokePorts,
  { endpointId, is }: { endpointId: string; is: string },
  control: SmokeControl,
): Promise<DeliveryRecord> {
  return await until(ports, within(deliveredWithinMs, control), async () => {
    for await (const record of ports.deliveries({ endpointId, order: "oldest first" })) {
      if (record.eventType === is) return record;
    }
    return `no ${is} was sent`;
  });
}

function accepted(record: DeliveryRecord): string {
  if (record.state === "delivered") return "the receiver accepted its signature";
  throw new Error(`the webhook is ${record.state}: ${lastAttempt(record)}`);
}

function lastAttempt({ attempts }: DeliveryRecord): string {
  const { status, reason, response } = attempts.at(-1) ?? {};
  return `the receiver responded ${status ?? reason} ${response ?? ""}`.trim();
}

function within(withinMs: number, { isStopped }: SmokeControl): Patience {
  return { withinMs, everyMs: 500, isStopped };
}
