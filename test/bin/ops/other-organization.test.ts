import { beforeAll, expect, test } from "vitest";
import { opsProgram } from "../../../bin/ops/program.ts";
import { newAlert } from "../../system/alert-service.ts";
import { createGate } from "../../system/gate-service.ts";
import { newGroup } from "../../system/group-service.ts";
import * as service from "../../system/service.ts";
import { createEndpoint } from "../../system/webhooks/webhook-service.ts";
import { exampleIn, opsOn, runHere } from "./run-ops.ts";

const ops = opsOn(service);
const ids = { counter: "", key: "", embed: "", endpoint: "", group: "", alert: "", gate: "" };
let owner: string;
let other: string;

beforeAll(async () => {
  const { organization, counter, keyId } = await service.createCustomer("enterprise");
  const url = "https://receiver.example.com/";
  const setup = { organizationId: organization.id, url, events: ["counter.increment" as const] };
  owner = organization.id;
  ({ id: other } = await service.createOrganization("pro"));
  const embed = await service.shareCounter(counter);
  const { endpoint } = await createEndpoint(setup);
  const { id: group } = await newGroup(organization);
  const { id: alert } = await newAlert("counter", counter);
  const { gate } = await createGate([counter]);
  const made = { counter: counter.id, key: keyId, embed, endpoint: endpoint.id };
  Object.assign(ids, { ...made, group, alert, gate: gate.id });
});

/** Everything that another organization's operator could have changed. */
async function everything() {
  const lists = Object.keys(ids).map((noun) => ops.json(noun, "list", "--org", owner));
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
  ["group show", "group"],
  ["group update", "group", "--name", "Mine"],
  ["group delete", "group"],
  ["group delete --ungroup", "group"],
  ["alert show", "alert"],
  ["alert update", "alert", "--name", "Mine"],
  ["alert pause", "alert"],
  ["alert delete", "alert"],
  ["gate revoke", "gate"],
  ["delivery list --endpoint", "endpoint"],
  ["delivery recover --since 1d --endpoint", "endpoint"],
])("%s finds no %s of another organization", async (verb, id, ...rest) => {
  const before = await everything();
  const words = [...verb.split(" "), ids[id], ...rest, "--org", other];
  await expect(ops.json(...words)).rejects.toThrow(/"code":"NOT_FOUND"/);
  expect(await everything()).toEqual(before);
});

const verbs = (await opsProgram()).commands.flatMap((noun) =>
  noun.commands.map((verb) => [noun.name(), verb.name()] as const),
);
const examples = await Promise.all(
  verbs.map(async (verb) => exampleIn((await runHere([...verb, "--help"])).stdout)),
);
const unknown = "org_0123456789ABCDEFGHIJ";

// An import reads its file first.
test.each(
  examples
    .filter((words) => words.includes(unknown) && words[1] !== "import")
    .map((words) => [words.slice(0, 2).join(" "), words] as const),
)("%s says that there is no such organization, and where to see them", async (_, words) => {
  const at = ["--data-dir", service.dataDir, "--json"];
  const { exitCode, stdout, stderr } = await runHere([...words, ...at]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  const { error, code } = JSON.parse(stderr);
  expect([code, error]).toEqual(["NOT_FOUND", expect.stringContaining(unknown)]);
  expect(error).toMatch(/^there is no organization with the id ".*"; see: npx counting org list /);
});
