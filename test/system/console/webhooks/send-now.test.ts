// @module-tag all
import { expect, test } from "vitest";
import { dynamodbRateLimits } from "../../../../adapters/dynamodb-rate-limits.ts";
import type { RecoverPart } from "../../../../api/private/deliveries.ts";
import { recoveredLimit } from "../../../../core/rate-limits.ts";
import { receiverOfWaiting } from "../../../bin/ops/webhooks/made-deliveries.ts";
import { client, tables } from "../../service.ts";
import {
  comesToRest,
  createEndpoint,
  createReceiver,
  deliveries,
  startNaiveReceiver,
} from "../../webhooks/webhook-service.ts";
import { consoleUser } from "../console-user.ts";

const one = "/api/webhooks/{organizationId}/endpoints/{endpointId}";
const recover = `POST ${one}/recover` as const;
const check = `POST ${one}/check` as const;

interface Sent {
  dryRun?: boolean;
  keepGoing?: boolean;
}

/** An owner, and so many deliveries that wait for a retry in hours; the receiver is repaired later. */
async function waitingDeliveries(count: number) {
  let status = 503;
  const made = await receiverOfWaiting(count, () => status);
  await made.receiveTaps(count);
  const { organization, receiver, ids, endpointId } = made;
  const owner = await consoleUser("owner", organization);
  const at = { endpointId };
  const startOf = () => ({ since: new Date().toISOString(), waiting: true });
  return {
    ...{ owner, at, receiver, ids, startOf },
    repair() {
      status = 200;
    },
    /** Each part until the last, or until deliveries fail again. */
    async sendNow({ dryRun = false, ...more }: Sent = {}) {
      const sum = { found: 0, resent: 0 };
      let startedAt: string | undefined;
      for (let from: string | null | undefined; from !== null; ) {
        const part: RecoverPart = await owner.reply(recover, at, {
          ...{ ...startOf(), dryRun, ...more },
          ...(from !== undefined && { from }),
          ...(startedAt !== undefined && { startedAt }),
        });
        sum.found += part.found;
        sum.resent += part.resent;
        if (part.failing !== null) return { ...sum, failing: part.failing };
        ({ next: from, startedAt } = part);
      }
      return sum;
    },
  };
}

test("what waits for hours is sent at once after the receiver is repaired, ten a second, each once", async () => {
  const { owner, at, receiver, ids, repair, sendNow } = await waitingDeliveries(15);
  repair();
  expect(await sendNow({ dryRun: true })).toEqual({ found: 15, resent: 0 });
  expect(receiver.received).toEqual([]);
  const startedMs = Date.now();
  expect(await sendNow()).toEqual({ found: 15, resent: 15 });
  expect(Date.now() - startedMs).toBeGreaterThanOrEqual(1_400);
  for (const id of ids) await comesToRest(id, "delivered");
  expect(await sendNow()).toEqual({ found: 0, resent: 0 });
  const received = receiver.received.map(({ headers }) => headers.deliveryId);
  expect(received.toSorted()).toEqual(ids.toSorted());
  expect(await owner.auditLog({ limit: 1 })).toMatchObject([
    { action: "delivery.recover", target: { id: at.endpointId }, after: { resent: 15 } },
  ]);
});

test("a part that is sent again, as its response was lost, does not repeat what failed again", async () => {
  const { owner, at, receiver, startOf } = await waitingDeliveries(3);
  const body = { ...startOf(), dryRun: false };
  const part = await owner.reply(recover, at, body);
  expect(part).toMatchObject({ found: 3, resent: 3, failing: null });
  await receiver.verified(3);
  const { startedAt } = part;
  const again = { ...body, from: "retry_scheduled", startedAt };
  await expect
    .poll(
      async () =>
        (await deliveries.load(receiver.received[2]?.headers.deliveryId ?? ""))?.attempts.length,
    )
    .toBeGreaterThanOrEqual(1);
  expect(await owner.reply(recover, at, again)).toMatchObject({ found: 0, resent: 0 });
  // Another run is another matter. Retries come after seconds here, so some may be under way.
  expect((await owner.reply(recover, at, body)).found).toBeGreaterThan(0);
});

test("ten that fail again stop it, and a person can go on", async () => {
  const { owner, at, receiver, startOf, sendNow } = await waitingDeliveries(11);
  expect(await sendNow()).toEqual({ found: 11, resent: 11, failing: "HTTP 503" });
  const body = { ...startOf(), dryRun: false, keepGoing: true };
  expect(await owner.reply(recover, at, body)).toMatchObject({ failing: null });
  await receiver.verified(12);
});

test("an endpoint whose minute is used up is sent nothing, whoever asks", async () => {
  const { owner, at, receiver, startOf } = await waitingDeliveries(1);
  const { perMinute } = recoveredLimit;
  // Of two minutes, because one may end in between.
  for (const aheadMs of [0, 60_000]) {
    const limits = dynamodbRateLimits(client, tables, { now: () => Date.now() + aheadMs });
    await limits.use(recoveredLimit, at.endpointId, perMinute);
  }
  const body = { ...startOf(), dryRun: false };
  expect(await owner.refusal(429, recover, at, body)).toMatchObject({ code: "RATE_LIMITED" });
  expect(await owner.reply(recover, at, { ...body, dryRun: true })).toMatchObject({ found: 1 });
  expect(receiver.received).toEqual([]);
});

test("a check over HTTP sends forged deliveries where that is asked for", async () => {
  const owner = await consoleUser("owner");
  const { endpoint, received } = await createReceiver(owner.organization.id);
  const at = { endpointId: endpoint.id };
  const { accepted, findings } = await owner.reply(check, at, { forged: true });
  expect([accepted, findings.slice(-2).map(({ verdict }) => verdict)]).toEqual([
    true,
    ["good", "good"],
  ]);
  expect(received.map(({ verified }) => verified).toSorted()).toEqual([false, false, true]);
  await using naive = await startNaiveReceiver();
  const setup = { organizationId: owner.organization.id, url: naive.url };
  const other = await createEndpoint({ ...setup, events: ["counter.increment"] });
  const told = await owner.reply(check, { endpointId: other.endpoint.id }, { forged: true });
  expect(told).toMatchObject({ accepted: true });
  expect(told.findings.slice(-2)).toMatchObject([
    {
      step: "Wrong signature",
      verdict: "warning",
      page: expect.stringMatching(/^https?:.*#verify-it$/),
    },
    { step: "Old timestamp", verdict: "warning" },
  ]);
});
