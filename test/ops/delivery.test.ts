import { describe, expect, onTestFinished, test } from "vitest";
import { localDynamodbClient } from "../../adapters/dynamodb-client.ts";
import { dynamodbDeliveryLog } from "../../adapters/dynamodb-delivery-log.ts";
import { randomBase62 } from "../../adapters/random.ts";
import type { AttemptMessage, DeliveryRecord } from "../../core/delivery.ts";
import { deliveryId } from "../../core/delivery-id.ts";
import { firstMessage } from "../../core/webhook-endpoint.ts";
import { faultProxy } from "../adapters/fault-proxy.ts";
import * as service from "../service.ts";
import {
  createCustomer,
  createOrganization,
  endpoint,
  outputs,
  stores,
  tapOnce,
} from "../service.ts";
import { comesToRest, createReceiver, deliveries, webhooks } from "../webhooks/webhook-service.ts";
import { opsOn } from "./run-ops.ts";

const ops = opsOn(service);
const hourMs = 3_600_000;

/** An endpoint that is sent no taps up by itself, and tap up number `n` as its first message. */
async function receiverOfNothing() {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id, { events: ["counter.decrement"] });
  const key = { organizationId: organization.id, counterId: counter.id };
  async function tap(): Promise<AttemptMessage> {
    const tapped = await tapOnce(counter);
    if (tapped.outcome !== "counted") throw new Error(tapped.outcome);
    const count = { ...tapped.event, ...key, counterName: counter.name };
    return firstMessage(count, receiver.endpoint.id);
  }
  return { organization, receiver, tap, endpointId: receiver.endpoint.id };
}

const attempts = [{ attempt: 6, at: "2030-01-01T00:00:00.000Z", durationMs: 12, status: 500 }];

/** Puts a delivery on record. */
async function put(message: AttemptMessage, more: Partial<DeliveryRecord> = {}) {
  const { body: _, attempt: __, ...ids } = message;
  const record: DeliveryRecord = { ...ids, state: "failed", attempts, ...more };
  expect(await deliveries.recordFirst(record)).toBe(true);
  return record;
}

/** The first message of a made-up event at a time. */
function messageAt(timeMs: number, of: { organizationId: string; endpointId: string }) {
  const eventId = `counter.increment:ctr_${randomBase62(20)}:1`;
  const createdAt = new Date(timeMs).toISOString();
  const id = deliveryId({ eventId, createdAt, endpointId: of.endpointId });
  const { organizationId } = of;
  const eventType = "counter.increment" as const;
  return { deliveryId: id, organizationId, eventId, eventType, body: "{}", attempt: 1 };
}

describe("delivery list", () => {
  test("shows the newest event first, and what is asked for by state, time and number", async () => {
    const { organization, endpointId } = await receiverOfNothing();
    const of = { organizationId: organization.id, endpointId };
    const nowMs = Date.now();
    const next = { attempt: 3, dueMs: nowMs + hourMs, token: "t" };
    const lease = { claimedBy: "m", claimedUntilMs: nowMs + hourMs };
    const [oldest, waiting, sending] = [
      await put(messageAt(nowMs - 50 * hourMs, of)),
      await put(messageAt(nowMs - 3 * hourMs, of), { state: "retry_scheduled", next }),
      await put(messageAt(nowMs - hourMs, of), {
        state: "retry_scheduled",
        next: { ...next, ...lease },
      }),
    ];
    const list = async (...more: string[]) => {
      const rows = await ops.json(
        ...["delivery", "list", "--org", organization.id, "--endpoint", endpointId, ...more],
      );
      return rows.map(({ id }: { id: string }) => id);
    };
    const ids = [sending, waiting, oldest].map(({ deliveryId }) => deliveryId);
    expect(await list()).toEqual(ids);
    expect(await list("--state", "awaiting_response")).toEqual(ids.slice(0, 1));
    expect(await list("--state", "retry_scheduled")).toEqual(ids.slice(1, 2));
    expect(await list("--state", "failed")).toEqual(ids.slice(2));
    expect(await list("--since", "2h")).toEqual(ids.slice(0, 1));
    const since = new Date(nowMs - 3 * hourMs).toISOString();
    expect(await list("--since", since)).toEqual(ids.slice(0, 2));
    expect(await list("--since", "2020-01-31", "--limit", "2")).toEqual(ids.slice(0, 2));
    const args = ["delivery", "list", "--org", organization.id, "--endpoint", endpointId];
    const table = await ops.run(...args, "--limit", "2");
    expect(table.stdout).toMatch(
      /^dlv_\w{48} +awaiting_response +counter\.increment +1 +HTTP 500 /m,
    );
    expect(table.stderr).toContain("the newest 2 deliveries; there are more");
  });

  test("refuses another organization's endpoint, and knows one that was deleted", async () => {
    const { organization, endpointId } = await receiverOfNothing();
    const other = await createOrganization("pro");
    const { deliveryId } = await put(
      messageAt(Date.now(), { organizationId: organization.id, endpointId }),
    );
    await stores.endpointRegistry.remove({ organizationId: organization.id, endpointId });
    const list = (org: string) =>
      ops.run("delivery", "list", "--org", org, "--endpoint", endpointId);
    const [own, foreign] = await Promise.all([list(organization.id), list(other.id)]);
    expect(own).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(deliveryId) });
    expect(own.stderr).toContain("the endpoint was deleted");
    expect(foreign).toMatchObject({ exitCode: 1, stdout: "" });
    expect(foreign.stderr).toContain("has no endpoint");
  });

  test.each(["yesterday", "2h30m", "2030-13-01", ""])("takes no --since %j", async (since) => {
    const run = await ops.run(
      "delivery",
      "list",
      "--org",
      "o",
      "--endpoint",
      "e",
      "--since",
      since,
    );
    expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("must be a time") });
  });
});

describe("delivery show", () => {
  test("tells of every attempt, and no answer steers the terminal", async () => {
    const { organization, endpointId } = await receiverOfNothing();
    const message = messageAt(Date.now(), { organizationId: organization.id, endpointId });
    const reason = "no answer within 10 seconds";
    const dueMs = Date.UTC(2040, 0, 1);
    const record = await put(message, {
      state: "retry_scheduled",
      attempts: [
        { attempt: 1, at: "2030-01-01T00:00:00.000Z", durationMs: 10_000, reason },
        {
          attempt: 2,
          at: "2030-01-01T00:00:40.000Z",
          durationMs: 12,
          status: 503,
          answer: "down\r\n\u001b[2Jfor \u202elunch",
        },
      ],
      next: { attempt: 3, dueMs, token: "t" },
    });
    const { stdout } = await ops.run("delivery", "show", message.deliveryId);
    expect(stdout).toMatch(/^state +retry_scheduled$/m);
    expect(stdout).toMatch(/^nextAttemptAt +2040-01-01T00:00:00\.000Z$/m);
    expect(stdout).toContain(`attempt 1  2030-01-01T00:00:00.000Z  10,000 ms  ${reason}\n`);
    expect(stdout).toContain(
      "attempt 2  2030-01-01T00:00:40.000Z  12 ms  HTTP 503\n" +
        "  | down\n  | \\u{1b}[2Jfor \\u{202e}lunch\n",
    );
    expect(await ops.json("delivery", "show", message.deliveryId)).toMatchObject({
      id: message.deliveryId,
      eventId: message.eventId,
      endpointId,
      attempts: record.attempts,
    });
  });

  test.each(["dlv_x", "", `dlv_${"0".repeat(48)}`])("finds no delivery %j", async (id) => {
    const run = await ops.run("delivery", "show", id);
    expect(run).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("no delivery") });
  });
});

describe("delivery resend", () => {
  test("sends the same ids and bytes again, and keeps the attempts that were made", async () => {
    const { receiver, tap } = await receiverOfNothing();
    const message = await tap();
    await put(message);
    const resent = await ops.json("delivery", "resend", message.deliveryId);
    expect(resent).toMatchObject({ stateBefore: "failed", state: "retry_scheduled", attempt: 1 });
    const [delivery] = await receiver.verified(1);
    expect(delivery).toMatchObject({ deliveryId: message.deliveryId, body: message.body });
    const record = await comesToRest(message.deliveryId, "delivered");
    expect(record.attempts).toMatchObject([...attempts, { attempt: 1, status: 200 }]);
  });

  test("replaces the old schedule of a delivery that is still pending, and says so", async () => {
    const { receiver, tap } = await receiverOfNothing();
    const message = await tap();
    const next = { attempt: 5, dueMs: Date.now() + hourMs, token: "old" };
    await put(message, { state: "retry_scheduled", next });
    const { stdout } = await ops.run("delivery", "resend", message.deliveryId);
    expect(stdout).toContain("Its old schedule is replaced");
    await receiver.verified(1);
    await comesToRest(message.deliveryId, "delivered");
  });

  test("is refused with its reason, and changes nothing", async () => {
    const { organization, endpointId, tap } = await receiverOfNothing();
    const [message, sending] = [await tap(), await tap()];
    const record = await put(message);
    const gone = await put(messageAt(Date.now(), { organizationId: organization.id, endpointId }));
    const lease = { claimedBy: "m", claimedUntilMs: Date.now() + hourMs };
    const next = { attempt: 2, dueMs: 0, token: "t", ...lease };
    await put(sending, { state: "retry_scheduled", next });
    const refusal = async (id: string) => {
      const { exitCode, stderr } = await ops.run("delivery", "resend", id);
      expect(exitCode).toBe(1);
      return stderr;
    };
    expect(await refusal(sending.deliveryId)).toContain("is being sent right now");
    expect(await refusal(gone.deliveryId)).toContain("is not stored any more");
    await stores.plans.set(organization.id, "free");
    expect(await refusal(message.deliveryId)).toContain("is on the free plan");
    await stores.endpointRegistry.remove({ organizationId: organization.id, endpointId });
    expect(await refusal(message.deliveryId)).toContain("its endpoint was deleted");
    expect(await deliveries.load(message.deliveryId)).toEqual(record);
  });
});

describe("the log in DynamoDB", () => {
  const start = (token: string) => ({ attempt: 1 as const, dueMs: Date.now(), token });

  test("restarts a delivery once of two times at once", async () => {
    const { tap } = await receiverOfNothing();
    const record = await put(await tap());
    const starts = [start("t1"), start("t2")];
    const restarted = await Promise.all(
      starts.map((next) => webhooks.deliveryLog.restart(record, next)),
    );
    expect(restarted.toSorted()).toEqual([false, true]);
    expect(await deliveries.load(record.deliveryId)).toEqual({
      ...record,
      state: "retry_scheduled",
      next: starts[restarted.indexOf(true)],
    });
  });

  test("restarts neither what was renamed nor what is being sent, but what broke off", async () => {
    const { tap } = await receiverOfNothing();
    const next = { attempt: 2, dueMs: 0, token: "t1" };
    const nowMs = Date.now();
    const record = await put(await tap(), { state: "retry_scheduled", next });
    const renamed = { ...record, next: { ...next, token: "t0" } };
    expect(await webhooks.deliveryLog.restart(renamed, start("t2"))).toBe(false);
    const claim = { token: "t1", messageId: "m" };
    await deliveries.claim(record.deliveryId, { ...claim, nowMs, untilMs: nowMs + hourMs });
    expect(await webhooks.deliveryLog.restart(record, start("t2"))).toBe(false);
    const lapsed = await put(await tap(), {
      state: "retry_scheduled",
      next: { ...next, claimedBy: "m", claimedUntilMs: nowMs - 1 },
    });
    expect(await webhooks.deliveryLog.restart(lapsed, start("t2"))).toBe(true);
  });

  test("knows its own restart when the answer was lost", async () => {
    const { tap } = await receiverOfNothing();
    const record = await put(await tap());
    const proxy = await faultProxy(() => (proxy.calls.length <= 2 ? "lose the answer" : undefined));
    onTestFinished(() => proxy.close());
    const through = localDynamodbClient(proxy.endpoint);
    const log = dynamodbDeliveryLog(through, outputs.DeliveriesTable, { now: Date.now });
    expect(endpoint).not.toBe(proxy.endpoint);
    expect(await log.restart(record, start("t1"))).toBe(true);
    expect(proxy.calls).toHaveLength(3);
  });
});

describe("delivery recover", () => {
  async function withFailures(count: number) {
    const made = await receiverOfNothing();
    const messages: AttemptMessage[] = [];
    for (let i = 0; i < count; i += 1) {
      const message = await made.tap();
      await put(message);
      messages.push(message);
    }
    const args = ["delivery", "recover", "--endpoint", made.endpointId, "--since", "1h"];
    return { ...made, messages, args };
  }

  test("sends again what failed and what an earlier run restarted in vain, oldest first", async () => {
    const { receiver, messages, args, tap } = await withFailures(2);
    const brokenOff = await tap();
    const next = { attempt: 1, dueMs: Date.now() - hourMs, token: "lost" };
    await put(brokenOff, { state: "retry_scheduled", next });
    await put(await tap(), { state: "delivered" });
    const pending = { ...next, attempt: 2 };
    await put(await tap(), { state: "retry_scheduled", next: pending });
    const dry = await ops.json(...args, "--dry-run");
    expect(dry).toMatchObject({ found: 3, resent: 0, dryRun: true });
    expect(receiver.received).toEqual([]);
    expect(await ops.json(...args)).toMatchObject({ found: 3, resent: 3 });
    const ids = [...messages, brokenOff].map(({ deliveryId }) => deliveryId);
    const received = (await receiver.verified(3)).map(({ deliveryId }) => deliveryId);
    expect(received.toSorted()).toEqual(ids.toSorted());
    for (const id of ids) await comesToRest(id, "delivered");
    expect(await ops.json(...args)).toMatchObject({ found: 0, resent: 0 });
  });

  test("ends at Ctrl-C saying how much was done, and the next run does the rest", async () => {
    const { receiver, args } = await withFailures(4);
    const { child, finished } = ops.start(...args, "--rate", "1");
    await receiver.verified(1);
    child.kill("SIGINT");
    const { exitCode, stderr } = await finished;
    expect(exitCode).toBe(130);
    const done = Number(/interrupted: (\d) of 4 deliveries/.exec(stderr)?.[1]);
    expect(done).toBeGreaterThanOrEqual(1);
    expect(await ops.json(...args)).toMatchObject({ found: 4 - done, resent: 4 - done });
    await receiver.verified(4);
  });

  test("refuses another organization's endpoint, and one without deliveries", async () => {
    const { args, endpointId } = await withFailures(1);
    const { id } = await createOrganization("pro");
    const foreign = await ops.run(...args, "--org", id);
    expect(foreign).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("no endpoint") });
    const none = args.map((arg) => (arg === endpointId ? `end_${randomBase62(20)}` : arg));
    const run = await ops.run(...none);
    expect(run).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("no deliveries") });
  });

  test("ends at the first refusal that holds for all of them", async () => {
    const { args, organization } = await withFailures(2);
    await stores.plans.set(organization.id, "free");
    const { exitCode, stderr } = await ops.run(...args);
    expect({ exitCode, refusals: stderr.split("free plan").length - 1 }).toEqual({
      exitCode: 1,
      refusals: 1,
    });
  });
});
