import { beforeAll, expect, test } from "vitest";
import * as service from "../../system/service.ts";
import { createEndpoint } from "../../system/webhooks/webhook-service.ts";
import { opsOn } from "./run-ops.ts";

const ops = opsOn(service);
const ids = { counter: "", key: "", embed: "", endpoint: "" };
let owner: string;
let other: string;

beforeAll(async () => {
  const { organization, counter, keyId } = await service.createCustomer("pro");
  const url = "https://receiver.example.com/";
  const setup = { organizationId: organization.id, url, events: ["counter.increment" as const] };
  owner = organization.id;
  ({ id: other } = await service.createOrganization("pro"));
  const embed = await service.shareCounter(counter);
  const { endpoint } = await createEndpoint(setup);
  Object.assign(ids, { counter: counter.id, key: keyId, embed, endpoint: endpoint.id });
});

/** Everything that another organization's operator could have changed. */
async function everything() {
  const lists = ["counter", "key", "embed", "endpoint"].map((noun) =>
    ops.json(noun, "list", "--org", owner),
  );
  return await Promise.all(lists);
}

type Id = keyof typeof ids;

test.each<[verb: string, Id, ...rest: string[]]>([
  ["counter show", "counter"],
  ["counter update", "counter", "--name", "Mine"],
  ["counter tap", "counter", "up"],
  ["counter set", "counter", "5"],
  ["counter reset", "counter"],
  ["counter history", "counter"],
  ["counter archive", "counter"],
  ["counter restore", "counter"],
  ["embed create", "counter"],
  ["embed list --counter", "counter"],
  ["embed revoke", "embed"],
  ["key revoke", "key"],
  ["endpoint show", "endpoint"],
  ["endpoint update", "endpoint", "--events", "counter.decrement"],
  ["endpoint delete", "endpoint"],
  ["delivery list --endpoint", "endpoint"],
  ["delivery recover --since 1d --endpoint", "endpoint"],
])("%s finds no %s of another organization", async (verb, id, ...rest) => {
  const before = await everything();
  const words = [...verb.split(" "), ids[id], ...rest, "--org", other];
  await expect(ops.json(...words)).rejects.toThrow(/"code":"NOT_FOUND"/);
  expect(await everything()).toEqual(before);
});
