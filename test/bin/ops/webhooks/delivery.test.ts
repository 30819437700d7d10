import { describe, expect, test } from "vitest";
import * as service from "../../../system/service.ts";
import { stores } from "../../../system/service.ts";
import {
  comesToRest,
  deliveries,
  updateEndpoint,
} from "../../../system/webhooks/webhook-service.ts";
import { opsOn } from "../run-ops.ts";
import { attempts, hourMs, messageAt, put, receiverOfNothing } from "./made-deliveries.ts";

const ops = opsOn(service);

describe("delivery show", () => {
  test("prints every attempt, and no response controls the terminal", async () => {
    const { organization, endpointId } = await receiverOfNothing();
    const message = messageAt(Date.now(), { organizationId: organization.id, endpointId });
    const reason = "no response within 10 seconds";
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
          response: "down\r\n\u001b[2Jfor \u202elunch",
        },
      ],
      next: { attempt: 3, dueMs, fencingToken: "t" },
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

  test("marks where it was resent by hand, and an attempt that is in flight", async () => {
    const { organization, endpointId } = await receiverOfNothing();
    const message = messageAt(Date.now(), { organizationId: organization.id, endpointId });
    const [failedAt, resentAt, at] = [0, 1, 2].map((h) => new Date(h * hourMs).toISOString());
    if (failedAt === undefined || resentAt === undefined || at === undefined) throw new Error();
    const record = await put(message, {
      state: "retry_scheduled",
      attempts: [
        { attempt: 6, at: failedAt, durationMs: 1, status: 500 },
        { attempt: 1, resentAt, at, durationMs: 2, status: 503 },
      ],
      next: {
        ...{ attempt: 2, dueMs: 0, fencingToken: "t" },
        ...{ claimedBy: "m", claimedUntilMs: Date.now() + hourMs },
      },
    });
    const { stdout } = await ops.run("delivery", "show", message.deliveryId);
    expect(stdout).toMatch(/^nextAttemptAt +–$/m);
    expect(stdout.split("\n\n")[1]).toBe(
      `attempt 6  ${failedAt}  1 ms  HTTP 500\n— resent by hand ${resentAt} —\n` +
        `attempt 1  ${at}  2 ms  HTTP 503\nattempt 2  under way`,
    );
    expect(await ops.json("delivery", "show", message.deliveryId)).toMatchObject({
      ...{ attemptUnderWay: 2, nextAttempt: null, nextAttemptAt: null },
      attempts: record.attempts,
    });
  });

  test("prints the request of the newest attempt, its signature a placeholder", async () => {
    const { organization, receiver, tap } = await receiverOfNothing();
    const message = await tap();
    await put(message);
    await ops.json("delivery", "resend", message.deliveryId);
    const [sent] = await receiver.verified(1);
    const { attempts } = await comesToRest(message.deliveryId, "delivered");
    const { request, ...shown } = await ops.json("delivery", "show", message.deliveryId);
    expect(shown).toMatchObject({ attemptCount: 2, attempts });
    const timestamp = sent?.headers.timestamp;
    expect(request).toEqual({
      url: receiver.endpoint.url,
      headers: {
        "Content-Type": "application/json",
        "Content-Length": String(Buffer.byteLength(message.body)),
        Accept: "*/*",
        "User-Agent": "Service-Webhooks/1.0",
        "X-Service-Signature": `t=${timestamp},v1=…`,
        "X-Service-Timestamp": timestamp,
        "X-Service-Event": "counter.increment",
        "X-Service-Delivery": message.deliveryId,
      },
      body: sent?.body,
    });
    const { stdout } = await ops.run("delivery", "show", message.deliveryId);
    expect(stdout).toContain(
      `the request of attempt 1, its signature a placeholder:\n  POST ${request.url}\n`,
    );
    expect(stdout).toContain(`\n  X-Service-Signature: t=${timestamp},v1=…\n`);
    expect(stdout).toContain(`\n\n  ${sent?.body}\n`);
    expect(stdout).not.toContain("note: the URL was changed");
    const key = { organizationId: organization.id, endpointId: receiver.endpoint.id };
    await updateEndpoint(key, { url: "https://new.example.com/" });
    const moved = await ops.run("delivery", "show", message.deliveryId);
    expect(moved.stdout).toContain("POST https://new.example.com/\n");
    expect(moved.stdout).toContain("note: the URL was changed at ");
  });

  test("says why it was cancelled, as far as can be told now", async () => {
    const { organization, endpointId } = await receiverOfNothing();
    const of = { organizationId: organization.id, endpointId };
    const { deliveryId } = await put(messageAt(Date.now(), of), { state: "cancelled" });
    const shown = async () => (await ops.run("delivery", "show", deliveryId)).stdout;
    expect(await shown()).toContain("its organization was on the free plan when");
    await stores.plans.set(organization.id, "free");
    expect(await shown()).toContain("its organization is on the free plan.");
    await stores.endpointRegistry.remove(of);
    expect(await shown()).toContain("its endpoint was deleted.");
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
    const resentAfter = new Date().toISOString();
    const resent = await ops.json("delivery", "resend", message.deliveryId);
    expect(resent).toMatchObject({ stateBefore: "failed", result: "queued", attempt: 1 });
    const [delivery] = await receiver.verified(1);
    expect(delivery).toMatchObject({ deliveryId: message.deliveryId, body: message.body });
    const record = await comesToRest(message.deliveryId, "delivered");
    expect(record.attempts).toMatchObject([...attempts, { attempt: 1, status: 200 }]);
    const [before, after] = record.attempts;
    expect(before).not.toHaveProperty("resentAt");
    expect(after?.resentAt && after.resentAt >= resentAfter).toBe(true);
    const { stdout } = await ops.run("delivery", "show", message.deliveryId);
    expect(stdout).toContain(`— resent by hand ${after?.resentAt} —\nattempt 1  `);
  });

  test("replaces the old schedule of a delivery that is still pending, and says so", async () => {
    const { receiver, tap } = await receiverOfNothing();
    const message = await tap();
    const next = { attempt: 5, dueMs: Date.now() + hourMs, fencingToken: "old" };
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
    const next = { attempt: 2, dueMs: 0, fencingToken: "t", ...lease };
    await put(sending, { state: "retry_scheduled", next });
    const refusal = async (id: string) => {
      const { exitCode, stderr } = await ops.run("delivery", "resend", id);
      expect(exitCode).toBe(1);
      return stderr;
    };
    expect(await refusal(sending.deliveryId)).toContain(`delivery show ${sending.deliveryId}`);
    expect(await refusal(gone.deliveryId)).toContain("is not stored any more");
    await stores.plans.set(organization.id, "free");
    expect(await refusal(message.deliveryId)).toContain(`org set-plan ${organization.id} pro`);
    await stores.endpointRegistry.remove({ organizationId: organization.id, endpointId });
    expect(await refusal(message.deliveryId)).toContain("its endpoint was deleted");
    expect(await deliveries.load(message.deliveryId)).toEqual(record);
  });
});
