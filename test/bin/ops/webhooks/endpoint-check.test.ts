import { describe, expect, test } from "vitest";
import * as service from "../../../system/service.ts";
import {
  createEndpoint,
  createReceiver,
  startNaiveReceiver,
} from "../../../system/webhooks/webhook-service.ts";
import { freePort } from "../free-port.ts";
import { opsOn } from "../run-ops.ts";

const ops = opsOn(service);
const refused = (endpointId: string) => ({
  error: `the endpoint ${endpointId} did not accept the test delivery`,
  code: "FINDINGS",
});

describe("endpoint check", () => {
  test("accepts a certificate of the local authority, as the service's deliveries do", async () => {
    const { id } = await service.createOrganization("pro");
    const { endpoint } = await createReceiver(id);
    const check = ["endpoint", "check", endpoint.id, "--org", id, "--event", "counter.decrement"];
    // In a process of its own: what one trusts is this process's, and tests set it, too.
    const { exitCode, stdout, stderr } = await ops.startProcess(...check, "--json").finished;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const checked = JSON.parse(stdout);
    expect(checked).toMatchObject({ accepted: true, eventType: "counter.decrement" });
    const ofTls = checked.findings.filter(({ step }: { step: string }) => step === "TLS");
    expect(ofTls).toMatchObject([{ verdict: "good" }]);
  });

  test("with --forged tells a receiver that verifies from one that acknowledges everything", async () => {
    const { id } = await service.createOrganization("pro");
    const { endpoint, received } = await createReceiver(id);
    const check = ["endpoint", "check", endpoint.id, "--org", id, "--forged"];
    const { findings, deliveryId } = await ops.json(...check);
    expect(findings.slice(-2)).toMatchObject([
      { step: "Wrong signature", verdict: "good" },
      { step: "Old timestamp", verdict: "good" },
    ]);
    expect(received.map(({ verified }) => verified).toSorted()).toEqual([false, false, true]);
    // A person who reads the receiver's log finds each by its id.
    const ids = received.map(({ headers }) => headers.deliveryId);
    expect(ids).toContain(deliveryId);
    for (const forged of ids.filter((each) => each !== deliveryId)) {
      expect(JSON.stringify(findings)).toContain(`Sent as ${forged}.`);
    }

    await using naive = await startNaiveReceiver();
    const setup = { organizationId: id, url: naive.url, events: ["counter.increment" as const] };
    const other = await createEndpoint(setup);
    const run = await ops.run("endpoint", "check", other.endpoint.id, "--org", id, "--forged");
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(
      /^! Wrong signature: 204: acknowledged, although its signature is wrong\. Sent as dlv_\w{48}\.\n {4}Verify .*\n {4}https?:.*\/docs\/integrators\/webhooks#verify-it\n! Old timestamp: 204/m,
    );
    expect(naive.count()).toBe(3);
  });

  test("that fails ends with exit code 1, and its result is on stdout all the same", async () => {
    const { id } = await service.createOrganization("pro");
    const { endpoint } = await createReceiver(id, { behave: () => ({ status: 500 }) });
    const check = ["endpoint", "check", endpoint.id, "--org", id];
    const people = await ops.run(...check);
    expect(people.exitCode).toBe(1);
    expect(people.stdout).toMatch(/^accepted +false[\s\S]*✗ [\s\S]*500/m);
    expect(people.stderr).toBe(`error: ${refused(endpoint.id).error}\n`);
    const json = await ops.run(...check, "--json");
    expect(json.exitCode).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ endpoint: endpoint.id, accepted: false });
    expect(JSON.parse(json.stderr)).toEqual(refused(endpoint.id));
  });

  test("of an endpoint where nobody listens ends with exit code 1", async () => {
    const { id } = await service.createOrganization("pro");
    const url = `https://localhost:${await freePort()}/`;
    const setup = { organizationId: id, url, events: ["counter.increment" as const] };
    const { endpoint } = await createEndpoint(setup);
    const { exitCode, stdout } = await ops.run("endpoint", "check", endpoint.id, "--org", id);
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^accepted +false/m)]);
  });
});
