import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { DisplayName } from "../../../core/display-name.ts";
import { activateNextSecret, makeNextSecret } from "../../../core/webhooks/replace-secret.ts";
import type { ReceivedDelivery } from "../../../local/receiver/receiver.ts";
import { anyCharacter } from "../../any-character.ts";
import { runs } from "../../soak/runs.ts";
import { operator } from "../people-service.ts";
import { createCounter, createCustomer, stores, tapOnce } from "../service.ts";
import { createReceiver, updateEndpoint } from "./webhook-service.ts";

/** Verifies a request as it came with the package of Standard Webhooks; throws where it is not signed. */
function verify(secret: string, { raw }: ReceivedDelivery): unknown {
  return new Webhook(secret).verify(raw.body, headersOf(raw.headers));
}

function headersOf(headers: ReceivedDelivery["raw"]["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
}

const special = ["🚪", "\u{10ffff}", "\uFFFE\uFFFF", "\u2028", "\u202e", "e\u0301", '"\\'];
const someName = fc
  .string({ unit: anyCharacter, minLength: 1, maxLength: 40 })
  .filter((name) => DisplayName.safeParse(name).success);

test("the package of Standard Webhooks verifies deliveries of any name", async () => {
  const { organization } = await createCustomer("pro");
  const settings = { standardWebhooks: true };
  const receiver = await createReceiver(organization.id, { settings });
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  const names = [special.join(""), ...fc.sample(someName, { seed, numRuns: runs(20) })];
  for (const name of names) await tapOnce(await createCounter(organization, { name }));
  const requests = await receiver.verified(names.length);
  const verified = requests.map((request) => verify(receiver.secret, request));
  const received = verified.map((event) => (event as { data: { counterName: string } }).data);
  expect(received.map(({ counterName }) => counterName).toSorted(), `SEED=${seed}`).toEqual(
    names.toSorted(),
  );
  for (const { raw } of requests) {
    expect(raw.headers["webhook-signature"]).toMatch(/^v1,[\w+/]{43}=$/);
    expect(raw.headers["webhook-id"]).toBe(raw.headers["x-service-delivery"]);
  }
});

test("while a secret is replaced both verify, and afterwards only the new one", async () => {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id, { settings: { standardWebhooks: true } });
  const key = { organizationId: organization.id, endpointId: receiver.endpoint.id };
  const made = await makeNextSecret(stores, key, operator);
  if (made.result !== "made") throw new Error(made.result);
  await tapOnce(counter);
  const [during] = await receiver.verified(1);
  if (during === undefined) throw new Error("nothing came");
  expect(during.raw.headers["webhook-signature"]).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
  for (const secret of [receiver.secret, made.secret]) {
    expect(verify(secret, during)).toEqual(during.event);
  }
  await activateNextSecret(stores, key, {}, operator);
  await tapOnce(counter);
  const after = () => receiver.received.find(({ verified }) => !verified);
  await expect.poll(after, { timeout: 20_000 }).toBeDefined();
  const request = after();
  if (request === undefined) throw new Error("nothing came");
  expect(verify(made.secret, request)).toMatchObject({ type: "counter.increment" });
  expect(() => verify(receiver.secret, request)).toThrow("No matching signature found");
});

test("an endpoint that does not want these headers has none of them, also from the next request on", async () => {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id, { settings: { standardWebhooks: true } });
  const key = { organizationId: organization.id, endpointId: receiver.endpoint.id };
  await tapOnce(counter);
  await receiver.verified(1);
  await updateEndpoint(key, { standardWebhooks: false });
  await tapOnce(counter);
  const [first, second] = await receiver.verified(2);
  const standard = (request: ReceivedDelivery | undefined) =>
    Object.keys(request?.raw.headers ?? {}).filter((name) => name.startsWith("webhook-"));
  expect(standard(first)).toEqual(["webhook-id", "webhook-timestamp", "webhook-signature"]);
  expect(standard(second)).toEqual([]);
});
