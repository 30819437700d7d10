import type { DeliveryRecord } from "../../core/webhooks/delivery.ts";
import type { ChaosFinding, Course, ExpectedDelivery, Failing, ReceivedRequest } from "./course.ts";
import { type Matching, matchRequests, toleranceMs } from "./request-matching.ts";
import { judgeUnrecorded } from "./unrecorded-requests.ts";

const finalStates = ["delivered", "stopped", "failed"];

export interface DeliveryFacts {
  delivery: ExpectedDelivery;
  record: DeliveryRecord | undefined;
  received: ReceivedRequest[];
}

/** Everything about one delivery that breaks a promise, and its duplicates. */
export function judgeDelivery(facts: DeliveryFacts, course: Course): ChaosFinding[] {
  const { delivery, record, received } = facts;
  if (record === undefined) {
    return [finding(facts, "lost", `was never recorded; ${received.length} requests came`)];
  }
  if (!finalStates.includes(record.state)) {
    return [finding(facts, "lost", `came to rest as ${record.state}`)];
  }
  const matching = matchRequests(record.attempts, received);
  const failing = (what: Failing) => (text: string) => finding(facts, what, text);
  return [
    ...contents(facts).map(failing("wrong")),
    ...end(delivery, record).map(failing("wrong")),
    ...responses(matching).map(failing("wrong")),
    ...chain(record, course).map(failing("retried twice in parallel")),
    ...early(matching, course).map(failing("early")),
    ...judgeUnrecorded(delivery, matching, course).map((judged) =>
      "by" in judged ? judged : finding(facts, judged.what, judged.text),
    ),
  ];
}

/** The same ids and bytes each time, at the endpoint that it is for. */
function contents({ delivery, received }: DeliveryFacts): string[] {
  const { eventId, body, path } = delivery;
  return received.flatMap((request) => [
    ...(request.body === body ? [] : ["came with another body"]),
    ...(request.eventId === eventId ? [] : [`came as the event ${request.eventId}`]),
    ...(request.path === path ? [] : [`came to ${request.path}`]),
  ]);
}

/** A final state that fits its last attempt and the endpoint's behaviour. */
function end({ ends, behaviour }: ExpectedDelivery, record: DeliveryRecord): string[] {
  const outcomes = record.attempts.map(({ status = 0 }) =>
    status >= 200 && status < 300 ? "delivered" : status === 410 ? "stopped" : "failed",
  );
  const wentOn = outcomes.slice(0, -1).some((outcome) => outcome !== "failed");
  return [
    ...(ends.includes(record.state) ? [] : [`is ${record.state} at “${behaviour}”`]),
    ...(outcomes.at(-1) === record.state ? [] : [`is ${record.state} after ${outcomes.at(-1)}`]),
    ...(wentOn ? ["went on after its end"] : []),
  ];
}

/** No response is recorded that the receiver has not sent. */
function responses({ attempts }: Matching): string[] {
  return attempts
    .filter(({ attempt, request }) => attempt.status !== undefined && request === undefined)
    .map(({ attempt }) => `attempt ${attempt.attempt} records ${attempt.status}, which none gave`);
}

/** One chain: attempts 1, 2, 3 …, as many as there are and no more. */
function chain({ attempts, state }: DeliveryRecord, { retryDelays }: Course): string[] {
  const numbers = attempts.map(({ attempt }) => attempt);
  const inOrder = numbers.every((number, index) => number === index + 1);
  const most = retryDelays.length + 1;
  return [
    ...(inOrder ? [] : [`recorded its attempts as ${numbers.join(", ")}`]),
    ...(numbers.length > most ? [`made ${numbers.length} attempts`] : []),
    ...(state === "failed" && numbers.length < most ? [`failed after ${numbers.length}`] : []),
  ];
}

/** A retry never comes before its wait after the attempt that failed is over. */
function early({ attempts }: Matching, { retryDelays }: Course): string[] {
  return attempts.slice(1).flatMap(({ attempt, startMs, request }, index) => {
    const dueMs = (attempts[index]?.endMs ?? 0) + (retryDelays[attempt.attempt - 2] ?? 0) * 1_000;
    const cameMs = Math.min(startMs, request?.receivedAtMs ?? startMs);
    if (cameMs >= dueMs - toleranceMs) return [];
    return [`attempt ${attempt.attempt} came ${dueMs - cameMs} ms early`];
  });
}

/** With all that is known of the delivery, for whoever has to understand it. */
function finding({ delivery, record, received }: DeliveryFacts, what: Failing, text: string) {
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 23);
  const attempts = record?.attempts.map(
    ({ attempt, at, durationMs, status, reason }) =>
      `${attempt} ${at.slice(11, 23)} +${durationMs} ms ${status ?? reason}`,
  );
  const requests = received.map(
    ({ receivedAtMs, status, hangMs }) =>
      `${time(receivedAtMs)} ${status}${hangMs > 0 ? " hung" : ""}`,
  );
  const { deliveryId, eventId, behaviour, createdAtMs } = delivery;
  return {
    what,
    text: [
      `${deliveryId} (${eventId}, “${behaviour}”) ${text}`,
      `    counted at ${time(createdAtMs)}, now ${record?.state ?? "unknown"}`,
      `    recorded: ${attempts?.join(" | ") ?? "nothing"}`,
      `    received: ${requests.join(" | ")}`,
    ].join("\n"),
  };
}
