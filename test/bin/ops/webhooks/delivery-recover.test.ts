import { describe, expect, test } from "vitest";
import type { AttemptMessage } from "../../../../core/webhooks/attempt-message.ts";
import * as service from "../../../system/service.ts";
import { stores } from "../../../system/service.ts";
import {
  comesToRest,
  createReceiver,
  updateEndpoint,
} from "../../../system/webhooks/webhook-service.ts";
import { opsOn } from "../run-ops.ts";
import { hourMs, put, receiverOfNothing, receiverOfWaiting } from "./made-deliveries.ts";

const ops = opsOn(service);

describe("delivery recover", () => {
  async function withFailures(count: number) {
    const made = await receiverOfNothing();
    const { organization, endpointId } = made;
    const events = ["counter.increment" as const];
    const witness = await createReceiver(organization.id, { events });
    /** Once all these taps were dispatched, none of which was for the endpoint, they are what it receives. */
    async function receiveTaps(taps = count) {
      await witness.verified(taps);
      await updateEndpoint({ organizationId: organization.id, endpointId }, { events });
    }
    const messages: AttemptMessage[] = [];
    for (let i = 0; i < count; i += 1) {
      const message = await made.tap();
      await put(message);
      messages.push(message);
    }
    const args = ["delivery", "recover", "--endpoint", made.endpointId, "--since", "1h"];
    return { ...made, messages, args, receiveTaps };
  }

  test("resends what failed, what is overdue and what an earlier run restarted in vain", async () => {
    const { receiver, messages, args, tap, receiveTaps } = await withFailures(2);
    const brokenOff = await tap();
    const next = { attempt: 1, dueMs: Date.now() - hourMs, fencingToken: "lost" };
    await put(brokenOff, { state: "retry_scheduled", next });
    await put(await tap(), { state: "delivered" });
    const pending = { ...next, attempt: 2, dueMs: Date.now() - 60_000 };
    await put(await tap(), { state: "retry_scheduled", next: pending });
    const overdue = await tap();
    await put(overdue, {
      state: "retry_scheduled",
      next: { ...pending, dueMs: Date.now() - 301_000 },
    });
    const dry = await ops.json(...args, "--dry-run");
    expect(dry).toMatchObject({ found: 4, resent: 0, dryRun: true });
    expect(receiver.received).toEqual([]);
    // It receives no taps up yet.
    expect(await ops.json(...args)).toMatchObject({ found: 4, resent: 0 });
    const { stderr } = await ops.run(...args);
    expect(
      stderr.match(/is left out: its endpoint's events or filter leave it out now/g),
    ).toHaveLength(4);
    await receiveTaps(6);
    expect(await ops.json(...args)).toMatchObject({ found: 4, resent: 4 });
    const ids = [...messages, brokenOff, overdue].map(({ deliveryId }) => deliveryId);
    const received = (await receiver.verified(4)).map(({ deliveryId }) => deliveryId);
    expect(received.toSorted()).toEqual(ids.toSorted());
    for (const id of ids) await comesToRest(id, "delivered");
    expect(await ops.json(...args)).toMatchObject({ found: 0, resent: 0 });
    const { stdout } = await ops.run(...args);
    expect(stdout).toMatch(
      /^Nothing has failed, is overdue or was held back by a pause since \d{4}-\d\d-\d\dT.*Z\.$/m,
    );
  });

  test("with --waiting sends what waits for a retry hours before its time, and leaves alone what is being sent", async () => {
    const made = await receiverOfWaiting(2);
    const { receiver, tap, endpointId, ids, next } = made;
    const inFlight = { ...next, claimedBy: "m", claimedUntilMs: Date.now() + hourMs };
    await put(await tap(), { state: "retry_scheduled", next: inFlight });
    const fails = await tap();
    await put(fails);
    await made.receiveTaps(4);
    const args = ["delivery", "recover", "--endpoint", endpointId, "--waiting"];
    expect(await ops.json(...args, "--dry-run")).toMatchObject({ found: 2, resent: 0 });
    const both = [...args, "--since", "1h"];
    expect(await ops.json(...both, "--dry-run")).toMatchObject({ found: 3, resent: 0 });
    expect(receiver.received).toEqual([]);
    expect(await ops.json(...args)).toMatchObject({ found: 2, resent: 2 });
    const received = (await receiver.verified(2)).map(({ deliveryId }) => deliveryId);
    expect(received.toSorted()).toEqual(ids.toSorted());
    for (const id of ids) await comesToRest(id, "delivered");
    expect((await ops.run(...args)).stdout).toMatch(/^Nothing waits\.$/m);
    expect(await ops.json(...both)).toMatchObject({ found: 1, resent: 1 });
    await comesToRest(fails.deliveryId, "delivered");
    const query = { organizationId: made.organization.id, limit: 1 };
    const { entries } = await stores.auditLog.list(query);
    expect(entries[0]).toMatchObject({
      action: "delivery.recover",
      after: { resent: 1, waiting: true },
    });
  });

  test("stops when ten in a row fail again", async () => {
    const made = await receiverOfWaiting(42, () => 503);
    await made.receiveTaps(42);
    const args = [
      "delivery",
      "recover",
      "--endpoint",
      made.endpointId,
      "--waiting",
      "--rate",
      "100",
    ];
    const { exitCode, stdout, stderr } = await ops.run(...args);
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(
      "stopped, because 10 in a row failed again (HTTP 503): 40 of 42 deliveries were resent",
    );
  });

  test("goes on with --keep-going although ten in a row fail again", async () => {
    const made = await receiverOfWaiting(12, () => 503);
    await made.receiveTaps(12);
    const args = ["--endpoint", made.endpointId, "--waiting", "--rate", "100", "--keep-going"];
    expect(await ops.json("delivery", "recover", ...args)).toMatchObject({ found: 12, resent: 12 });
  });

  test("needs a time, or --waiting", async () => {
    const { endpointId } = await receiverOfNothing();
    const { exitCode, stderr } = await ops.run("delivery", "recover", "--endpoint", endpointId);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--waiting")]);
  });

  test("ends at Ctrl-C saying how much was done, and the next run does the rest", async () => {
    const { receiver, args, receiveTaps } = await withFailures(4);
    await receiveTaps();
    const { kill, finished } = ops.start(...args, "--rate", "1");
    await receiver.verified(1);
    kill("SIGINT");
    const { exitCode, stderr } = await finished;
    expect(exitCode).toBe(130);
    const done = Number(/interrupted: (\d) of 4 deliveries/.exec(stderr)?.[1]);
    expect(done).toBeGreaterThanOrEqual(1);
    expect(await ops.json(...args)).toMatchObject({ found: 4 - done, resent: 4 - done });
    await receiver.verified(4);
  });

  test("says of a deleted endpoint that it was deleted", async () => {
    const { args, organization, endpointId } = await withFailures(1);
    await stores.endpointRegistry.remove({ organizationId: organization.id, endpointId });
    const { exitCode, stdout, stderr } = await ops.run(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain("was deleted");
  });
});
