import { describe, expect, test } from "vitest";
import { newGroup } from "../../../system/group-service.ts";
import * as service from "../../../system/service.ts";
import { stores } from "../../../system/service.ts";
import {
  comesToRest,
  createEndpoint,
  createReceiver,
} from "../../../system/webhooks/webhook-service.ts";
import { opsOn } from "../run-ops.ts";
import { hourMs, messageAt, put } from "./made-deliveries.ts";

const ops = opsOn(service);
const url = "https://localhost:9999/hooks";
const events = "counter.decrement,counter.increment,counter.decrement";

describe("endpoint", () => {
  test("create shows the secret, once; list and show never do", async () => {
    const { id } = await service.createOrganization("pro");
    const given = ["--org", id, "--url", url, "--events", events];
    const { secret, ...endpoint } = await ops.json("endpoint", "create", ...given);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^end_\w{20}$/),
      organizationId: id,
      url,
      events: ["counter.increment", "counter.decrement"],
      lane: "slow",
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await ops.json("endpoint", "list", "--org", id)).toEqual([endpoint]);
    expect(await ops.json("endpoint", "show", "--org", id, endpoint.id)).toEqual({
      ...endpoint,
      ...{ lastSuccessAt: null, failingSince: null, lastError: null },
      ...{ waiting: 0, heldBack: 0, failedLastDay: 0, countsAreExact: true },
    });
    const table = await ops.run("endpoint", "list", "--org", id);
    expect(table.stdout).toContain("counter.increment,counter.decrement");
    expect(table.stdout).not.toContain("whsec_");
  });

  test("a name, a filter and the headers of Standard Webhooks are set, shown and removed", async () => {
    const organization = await service.createOrganization("pro");
    const { id } = organization;
    const counters = [
      await service.createCounter(organization),
      await service.createCounter(organization),
    ].map((counter) => counter.id);
    const group = await newGroup(organization);
    const name = "Box office 🎟 \u202e\u{10ffff}";
    const given = ["--org", id, "--url", url, "--events", events, "--name", name];
    const filter = counters.flatMap((each) => ["--counter", each]);
    const made = await ops.json("endpoint", "create", ...given, ...filter, "--standard-webhooks");
    const chosen = { counterIds: counters.toSorted(), groupIds: [] };
    expect(made).toMatchObject({ name, filter: chosen, standardWebhooks: true });
    const table = await ops.run("endpoint", "list", "--org", id);
    expect(table.stdout).toMatch(/2 counters +Box office 🎟/);

    const update = (...change: string[]) =>
      ops.json("endpoint", "update", ...change, made.id, "--org", id);
    // One value an option: the argument after it is the endpoint.
    expect(await update("--group", group.id)).toMatchObject({
      ...{ name, standardWebhooks: true },
      filter: { counterIds: [], groupIds: [group.id] },
    });
    const bare = await update("--no-name", "--no-filter", "--no-standard-webhooks");
    for (const field of ["name", "filter", "standardWebhooks"]) {
      expect(bare).not.toHaveProperty(field);
    }
  });

  test.each([
    [["--counter", "ctr_zzzzzzzzzzzzzzzzzzzz"], 1, "no counter or group with these ids: ctr_zzz"],
    [["--counter", "north"], 2, "must be ids of counters"],
    [["--group", "grp_zzzzzzzzzzzzzzzzzzzz", "--no-filter"], 2, "--no-filter cannot be combined"],
    [["--name", " Box"], 2, "must not begin or end with white space"],
    [["--name", "é".repeat(101)], 2, "must have at most 100 characters"],
  ])("update %j is refused", async (change, exitCode, why) => {
    const { id: organizationId } = await service.createOrganization("pro");
    const { endpoint } = await createEndpoint({
      ...{ organizationId, url },
      events: ["counter.increment"],
    });
    const asked = ["endpoint", "update", endpoint.id, "--org", organizationId, ...change];
    const refused = await ops.run(...asked);
    expect(refused).toMatchObject({ exitCode, stderr: expect.stringContaining(why) });
  });

  test("show says what is true: failing from the first failure on, accepting after a success", async () => {
    const { organization, counter } = await service.createCustomer("pro");
    let status = 500;
    const receiver = await createReceiver(organization.id, { behave: () => ({ status }) });
    const key = [receiver.endpoint.id, "--org", organization.id];
    const since = new Date().toISOString();
    await service.tapOnce(counter);
    const [first] = await receiver.verified(6);
    await comesToRest(first?.deliveryId ?? "", "failed");
    await put(
      messageAt(Date.now(), { organizationId: organization.id, endpointId: key[0] ?? "" }),
      {
        state: "retry_scheduled",
        next: { attempt: 2, dueMs: Date.now() + hourMs, fencingToken: "t" },
      },
    );
    const failing = await ops.json("endpoint", "show", ...key);
    expect(failing).toMatchObject({
      ...{ lastSuccessAt: null, lastError: "HTTP 500", waiting: 1, failedLastDay: 1 },
      countsAreExact: true,
    });
    expect(failing.failingSince > since).toBe(true);
    const { stdout } = await ops.run("endpoint", "show", ...key);
    expect(stdout).toContain(`Every attempt has failed since ${failing.failingSince}: HTTP 500.`);
    expect(stdout).toContain("No delivery has succeeded yet.");
    expect(stdout).toContain(
      "1 delivery waits for a retry; 1 delivery failed in the last 24 hours.",
    );
    expect(stdout).not.toMatch(/accepts|promptly/);
    status = 200;
    await service.tapOnce(counter);
    const seventh = (await receiver.verified(7)).at(-1);
    await comesToRest(seventh?.deliveryId ?? "", "delivered");
    const accepting = await ops.json("endpoint", "show", ...key);
    expect(accepting).toMatchObject({ failingSince: null, failedLastDay: 1 });
    expect(accepting.lastSuccessAt > failing.failingSince).toBe(true);
  }, 60_000);

  test("update changes the URL or the events, and delete removes the endpoint", async () => {
    const { id } = await service.createOrganization("enterprise");
    const given = ["--org", id, "--url", url, "--events", "counter.increment"];
    const { secret: _, ...endpoint } = await ops.json("endpoint", "create", ...given);
    const key = ["--org", id, endpoint.id];
    const moved = await ops.json("endpoint", "update", ...key, "--url", `${url}/new`);
    expect(moved).toEqual({ ...endpoint, url: `${url}/new` });
    const less = await ops.json("endpoint", "update", ...key, "--events", "counter.decrement");
    expect(less).toEqual({ ...moved, events: ["counter.decrement"] });
    expect(await ops.json("endpoint", "delete", ...key)).toEqual(less);
    expect(await ops.json("endpoint", "list", "--org", id)).toEqual([]);
    const again = await ops.run("endpoint", "delete", ...key);
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining("endpoint list")]);
  });

  test.each([
    ["https://10.0.0.1/hooks", "not public"],
    ["https://no-such-host.invalid/hooks", "does not resolve"],
  ])("create refuses %s with the reason", async (bad, reason) => {
    const { id } = await service.createOrganization("pro");
    const given = ["--org", id, "--url", bad, "--events", "counter.increment"];
    const { exitCode, stderr } = await ops.run("endpoint", "create", ...given);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect(await stores.endpointRegistry.list(id)).toEqual([]);
  });

  test("create on the free plan is refused and says how to go on", async () => {
    const { id } = await service.createOrganization("free");
    const given = ["--org", id, "--url", url, "--events", "counter.increment"];
    const { exitCode, stderr } = await ops.run("endpoint", "create", ...given);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`org set-plan ${id} pro`)]);
  });

  test("on the free plan list and show say that nothing is sent, and how to go on", async () => {
    const { id } = await service.createOrganization("pro");
    const given = ["--org", id, "--url", url, "--events", "counter.increment"];
    const created = await ops.json("endpoint", "create", ...given);
    const toFree = await ops.run("org", "set-plan", id, "free");
    expect(toFree.stderr).toContain("its 1 endpoint receives nothing from now on");
    for (const verb of [["list"], ["show", created.id]]) {
      const { exitCode, stderr } = await ops.run("endpoint", ...verb, "--org", id);
      expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`org set-plan ${id} pro`)]);
    }
  });

  test("the eleventh endpoint is refused and says how to go on", async () => {
    const { id } = await service.createOrganization("pro");
    const given = ["--org", id, "--url", url, "--events", "counter.increment"];
    const setup = { organizationId: id, url, events: ["counter.increment" as const] };
    for (let number = 1; number <= 9; number += 1) await createEndpoint(setup);
    const tenth = await ops.run("endpoint", "create", ...given);
    const eleventh = await ops.run("endpoint", "create", ...given);
    expect([tenth.exitCode, eleventh.exitCode]).toEqual([0, 1]);
    expect(eleventh.stderr).toContain("delete one first");
  });

  test.each([
    [["create", "--url", url, "--events", "counter.sideways"], "counter.sideways"],
    [["create", "--url", url], "--events"],
    [["update", "end_1"], "such as --url or --name"],
  ])("%j is wrong usage", async (args, reason) => {
    const { exitCode, stderr } = await ops.run("endpoint", ...args, "--org", "org_1");
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });
});
