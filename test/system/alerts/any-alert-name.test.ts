import fc from "fast-check";
import { expect, test } from "vitest";
import { createAlert } from "../../../core/alerts/manage-alerts.ts";
import { DisplayName } from "../../../core/display-name.ts";
import { eventOf } from "../../../core/webhooks/resend.ts";
import { anyCharacter } from "../../any-character.ts";
import { operator } from "../../core/audit/operator.ts";
import { alertSetup } from "../alert-service.ts";
import { newGroup } from "../group-service.ts";
import { createCounter, createOrganization, stores } from "../service.ts";
import { comesToRest, createReceiver } from "../webhooks/webhook-service.ts";
import { alertsOnly, count } from "./alert-customer.ts";

/** What queues, Scheduler, JSON and terminals treat in a way of their own. */
const hostile = [
  ...["<aws.scheduler.schedule-arn>", "\uFFFE\uFFFF", "\u{10ffff}\u{10fffe}", '"\\"', "\\ud83d"],
  ...["\u202eabc\u2066\u2069", "🚪\u{1f468}\u200d\u{1f469}", "a\u2028b\u2029c", "x\uFEFF\uE000"],
];
const part = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: anyCharacter, maxLength: 8 }));
const name = fc
  .array(part, { minLength: 1 })
  .map((parts) => parts.join(""))
  .filter((text) => DisplayName.safeParse(text).success);

const sampled = 6;

test("any name of alert, group and counter arrives unchanged, also on retries", async () => {
  const organization = await createOrganization("enterprise");
  const receiver = await createReceiver(organization.id, {
    ...alertsOnly,
    // The first retry waits in the queue, the second for the Scheduler.
    behave: ({ request }) => ({ status: request <= 2 ? 500 : 200 }),
  });
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  const random = fc.sample(fc.tuple(name, name, name), { seed, numRuns: sampled });
  // Each hostile text once as each of the names, whatever is drawn beside them.
  const fixed = hostile.map((text, at) => [text, ...[1, 2].map((by) => hostile.at(at - by) ?? "")]);
  const all = [...random, ...fixed].map(async ([alertName = "", groupName = "", gate = ""]) => {
    const group = await newGroup(organization, { name: groupName, capacity: 1 });
    const counter = await createCounter(organization, { name: gate, groupId: group.id });
    const setup = { ...alertSetup("group", group, { kind: "at_capacity" }), name: alertName };
    expect(await createAlert(stores, setup, operator)).toMatchObject({ result: "created" });
    await count(counter);
    const own = () =>
      receiver.received.flatMap((request) =>
        request.verified && request.event.data.counterId === counter.id ? [request] : [],
      );
    await expect.poll(() => own().length, { timeout: 50_000 }).toBe(3);
    const [{ deliveryId, body } = { deliveryId: "", body: "" }] = own();
    expect(new Set(own().map((request) => request.body))).toEqual(new Set([body]));
    const names = { alertName, groupName, counterName: gate };
    expect(JSON.parse(body).data).toMatchObject(names);
    const record = await comesToRest(deliveryId, "delivered");
    expect((await eventOf(stores, record))?.body).toBe(body);
  });
  await Promise.all(all).catch((cause) => {
    const line = "npx vitest run --project service test/system/alerts/any-alert-name.test.ts";
    throw new Error(`SEED=${seed} ${line}`, { cause });
  });
}, 120_000);
