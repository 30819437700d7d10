import type { buildApp } from "fauxqs";
import * as z from "zod";
import {
  type AccessControl,
  type Denial,
  type DenialNames,
  jsonDenials,
} from "../../iam/access-control.ts";
import { accessKeyIn, runtimeAccessKey } from "../../iam/access-keys.ts";
import { sqsRequests } from "../../iam/requests/json-requests.ts";
import type { BatchFaults } from "../batch-faults.ts";
import { delayRefusal, type FailedEntry, takeFailing } from "./failed-entries.ts";

export interface SqsFrontOptions {
  access: AccessControl;
  faults?: BatchFaults;
}

/** Judges and corrects what fauxqs gets at its root, which is where SQS is. */
export function putSqsFront(
  app: ReturnType<typeof buildApp>,
  { access, faults }: SqsFrontOptions,
): void {
  const failures = new WeakMap<object, FailedEntry[]>();
  app.addHook("preHandler", async ({ headers, body, raw, routeOptions }, reply) => {
    if (!isSqsRoute(routeOptions)) return;
    const operation = String(headers["x-amz-target"]).replace("AmazonSQS.", "");
    const accessKey = accessKeyIn(headers.authorization);
    const denial = access.refuse(accessKey, sqsRequests(operation, body));
    if (denial) {
      reply.header("x-amzn-query-error", `${queryErrors[denial.reason]};Sender`);
      return reply.status(403).send(denied(denial));
    }
    const refusal = correct(body);
    if (refusal) return reply.status(400).send(refusal);
    // Calls of the runtime itself never fail by chance.
    const isOwn = accessKey === runtimeAccessKey;
    const Failed = takeFailing(isOwn ? undefined : faults, operation, body);
    if (Failed.length === 0) return;
    failures.set(raw, Failed);
    if (entriesOf(body).length === 0) return reply.send({ Successful: [] });
  });
  app.addHook("preSerialization", async ({ raw }, _reply, payload: unknown) => {
    const Failed = failures.get(raw);
    const response = BatchResponse.safeParse(payload);
    if (!Failed || !response.success) return payload;
    return { ...response.data, Failed: [...response.data.Failed, ...Failed] };
  });
}

/** The route decides, and no header: each request is judged as the service that serves it. */
export const isSqsRoute = ({ method, url }: { method?: unknown; url?: string | undefined }) =>
  method === "POST" && url === "/";

// The type is that of the JSON protocol; the header has the code that SDKs show.
const queryErrors: DenialNames = {
  denied: "AccessDenied",
  "unknown key": "InvalidClientTokenId",
  unsigned: "MissingAuthenticationToken",
};
const denied = ({ reason, message }: Denial) => ({
  __type: `com.amazon.coral.service#${jsonDenials[reason]}`,
  message,
});

const Request = z.looseObject({
  DelaySeconds: z.number().optional(),
  VisibilityTimeout: z.number().optional(),
});

const BatchResponse = z.looseObject({
  Successful: z.array(z.unknown()),
  Failed: z.array(z.unknown()).default([]),
});

/** What fauxqs 2.4.1 gets wrong: makes the request right, or returns the response that refuses it. */
function correct(body: unknown): object | undefined {
  const request = Request.safeParse(body);
  if (!request.success || typeof body !== "object" || body === null) return undefined;
  const { DelaySeconds = 0, VisibilityTimeout } = request.data;
  const message = delayRefusal(DelaySeconds);
  if (message) return { __type: "com.amazonaws.sqs#InvalidParameterValue", message };
  // fauxqs loses a message whose visibility timeout is set to zero; a millisecond does not.
  if (VisibilityTimeout === 0) Object.assign(body, { VisibilityTimeout: 0.001 });
  for (const entry of entriesOf(body)) {
    if (entry.VisibilityTimeout === 0) entry.VisibilityTimeout = 0.001;
  }
  return undefined;
}

function entriesOf(body: unknown) {
  const hasEntries = typeof body === "object" && body !== null && "Entries" in body;
  return hasEntries && Array.isArray(body.Entries) ? body.Entries : [];
}
