import { channel } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import * as z from "zod";
import { type CallCapacity, capacityByCall } from "../service/capacity-meter.ts";
import type { ProxiedCall } from "../service/dynamodb-proxy.ts";
import { itemBytes } from "../service/item-size.ts";
import { loggedBytes } from "../service/logged-bytes.ts";
import { processCpuMs } from "../service/process-usage.ts";
import type { Tap } from "../service/tapper.ts";
import type { Arrival } from "./receiver.ts";
import { waitAndClearLogs } from "./webhook-customer.ts";
import type { WebhookStack } from "./webhook-stack.ts";

/** What some deliveries took together. */
export interface WebhookCounts {
  deliveries: number;
  /** Without proxy, empty. */
  capacity: CallCapacity[];
  /** Requests to SQS, KMS and Scheduler, by operation. */
  requests: Record<string, number>;
  invocations: { dispatch: number; deliver: number };
  /** Messages that deliver-webhook got; more than attempts where one came twice. */
  messages: number;
  cpuMs: { dispatch: number; deliver: number };
  logBytes: number;
  /** To the receivers, over TCP, with TLS. */
  sentBytes: number;
  /** What came at the receiver, and which taps it came from. */
  arrivals: Arrival[];
  taps: Tap[];
  /** The largest delivery item that was written; 0 without proxy. */
  itemBytes: number;
}

/**
 * Counts what happens while `act` runs and until all of it is over. The functions' environments
 * must be warm: those that start while `act` runs add the CPU time of their start.
 */
export async function countsOf(
  stack: WebhookStack,
  deliveries: number,
  act: () => Promise<Tap[]>,
): Promise<WebhookCounts> {
  const { proxy, pool, dispatches, delivers, receiver } = stack;
  await waitAndClearLogs(stack);
  await proxy.takeCalls();
  const pools = { dispatch: pool("dispatch-events"), deliver: pool("deliver-webhook") };
  const cpu = () => ({
    dispatch: processCpuMs(pools.dispatch.pids),
    deliver: processCpuMs(pools.deliver.pids),
  });
  const before = cpu();
  const logged = loggedBytes(Object.values(pools));
  const { done: taps, requests } = await countingRequests(async () => {
    const made = await act();
    await delivers.quiet();
    return made;
  });
  const after = cpu();
  const deliverInvocations = delivers.take();
  const logBytes = logged();
  const calls = await proxy.takeCalls();
  const { arrivals, bytes } = await receiver.take();
  return {
    deliveries,
    capacity: capacityByCall(stack.outputs, calls),
    requests,
    invocations: { dispatch: dispatches.take().length, deliver: deliverInvocations.length },
    messages: deliverInvocations.flatMap(({ event }) => Event.parse(event).Records).length,
    cpuMs: {
      dispatch: after.dispatch - before.dispatch,
      deliver: after.deliver - before.deliver,
    },
    logBytes,
    sentBytes: bytes,
    arrivals,
    taps,
    itemBytes: Math.max(0, ...calls.map(deliveryItemBytes)),
  };
}

const Event = z.object({ Records: z.array(z.unknown()) });
type Item = Parameters<typeof itemBytes>[0];
/** As deliver-webhook writes them: the names of the attributes stand in the statement. */
const Inserts = z.object({
  Statements: z.array(
    z
      .object({ Statement: z.string(), Parameters: z.array(z.custom<Item[string]>()) })
      .transform(({ Statement, Parameters }): Item => {
        const names = [...Statement.matchAll(/'(\w+)': \?/g)].map(([, name = ""]) => name);
        return Object.fromEntries(
          names.map((name, index) => [name, Parameters[index] ?? { NULL: true }]),
        );
      }),
  ),
});
const Put = z.object({ Item: z.custom<Item>() });

function deliveryItemBytes({ operation, request }: ProxiedCall): number {
  if (operation === "PutItem") return itemBytes(Put.parse(JSON.parse(request.toString())).Item);
  if (operation !== "BatchExecuteStatement") return 0;
  const { Statements } = Inserts.parse(JSON.parse(request.toString()));
  return Math.max(...Statements.map(itemBytes));
}

/** SQS requests of the functions by kind; empty receives are not counted. */
export function sqsRequests({ requests, invocations }: WebhookCounts) {
  return {
    send: (requests.SendMessageBatch ?? 0) + (requests.SendMessage ?? 0),
    receive: invocations.deliver,
    delete: requests.DeleteMessageBatch ?? 0,
  };
}

const Started = z.object({
  request: z.custom<Pick<IncomingMessage, "headers" | "method" | "url">>(
    (value) => typeof value === "object",
  ),
});

/** What `act` returns, and how many requests the emulators of this process got meanwhile, by operation. */
async function countingRequests<Done>(act: () => Promise<Done>) {
  const requests: Record<string, number> = {};
  // Node tells of each request that any server of the process gets.
  const begun = channel("http.server.request.start");
  const count = (message: unknown) => {
    const operation = operationOf(Started.parse(message).request);
    requests[operation] = (requests[operation] ?? 0) + 1;
  };
  begun.subscribe(count);
  try {
    return { done: await act(), requests };
  } finally {
    begun.unsubscribe(count);
  }
}

/** SQS, KMS and DynamoDB name the operation in a header; Scheduler, in its path. */
function operationOf({ headers, method, url }: z.output<typeof Started>["request"]): string {
  if (method === "POST" && url?.startsWith("/schedules/")) return "CreateSchedule";
  return String(headers["x-amz-target"]).split(".").at(-1) ?? "";
}
