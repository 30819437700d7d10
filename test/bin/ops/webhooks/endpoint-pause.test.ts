import { expect, test } from "vitest";
import * as service from "../../../system/service.ts";
import { createReceiver } from "../../../system/webhooks/webhook-service.ts";
import { opsOn } from "../run-ops.ts";
import { hourMs, messageAt, put } from "./made-deliveries.ts";

const ops = opsOn(service);
const { createCustomer, tapOnce } = service;

async function customer() {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id);
  return { counter, receiver, key: [receiver.endpoint.id, "--org", organization.id] };
}

test("a pause, its end and the recovery that follows, however old an event is", async () => {
  const { counter, receiver, key } = await customer();
  expect(await ops.json("endpoint", "pause", ...key)).toMatchObject({
    pausedAt: expect.any(String),
  });
  for (let tap = 0; tap < 2; tap += 1) await tapOnce(counter);
  const of = { organizationId: counter.organizationId, endpointId: receiver.endpoint.id };
  await put(messageAt(Date.now() - 40 * 24 * hourMs, of), { state: "paused" });
  const shown = async () => (await ops.run("endpoint", "show", ...key)).stdout;
  await expect.poll(shown).toContain("3 deliveries were held back by a pause");
  const resumed = await ops.run("endpoint", "resume", ...key);
  const [, hint = ""] = /: npx counting (delivery recover .*)$/m.exec(resumed.stdout) ?? [];
  expect(hint).toContain("--waiting");
  const org = ["--org", counter.organizationId, "--endpoint", receiver.endpoint.id, "--waiting"];
  expect(await ops.json("delivery", "recover", ...org, "--dry-run")).toMatchObject({ found: 3 });
  // The event of the oldest is not stored.
  expect(await ops.json("delivery", "recover", ...org)).toMatchObject({ found: 3, resent: 2 });
  await receiver.verified(2);
  expect(await shown()).toContain("1 delivery was held back by a pause");
});

test("the next secret is shown once, and activated or discarded later", async () => {
  const { key } = await customer();
  const made = await ops.json("endpoint", "replace-secret", ...key);
  expect(made).toMatchObject({ nextSecret: expect.stringMatching(/^whsec_/) });
  const activated = await ops.json("endpoint", "replace-secret", ...key, "--activate");
  expect(activated).not.toHaveProperty("nextSecret");
});
