import { describe, expect, test } from "vitest";
import * as service from "../../../system/service.ts";
import { createOrganization, stores } from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";
import { attempts, hourMs, messageAt, put, receiverOfNothing } from "./made-deliveries.ts";

const ops = opsOn(service);

describe("delivery list", () => {
  test("shows the newest event first, and what is asked for by state, time and number", async () => {
    const { organization, endpointId } = await receiverOfNothing();
    const of = { organizationId: organization.id, endpointId };
    const nowMs = Date.now();
    const next = { attempt: 3, dueMs: nowMs + hourMs, fencingToken: "t" };
    const lease = { claimedBy: "m", claimedUntilMs: nowMs + hourMs };
    const [oldest, waiting, sending] = [
      await put(messageAt(nowMs - 50 * hourMs, of)),
      await put(messageAt(nowMs - 3 * hourMs, of), { state: "retry_scheduled", next }),
      await put(messageAt(nowMs - hourMs, of), {
        state: "retry_scheduled",
        next: { ...next, ...lease },
      }),
    ];
    const rows = (...more: string[]) =>
      ops.json("delivery", "list", "--org", organization.id, "--endpoint", endpointId, ...more);
    const list = async (...more: string[]) =>
      (await rows(...more)).map(({ id }: { id: string }) => id);
    const ids = [sending, waiting, oldest].map(({ deliveryId }) => deliveryId);
    expect(await rows()).toMatchObject(
      ids.map((id) => ({ id, endpointId, attemptCount: 1, attempts })),
    );
    expect(await list("--state", "awaiting_response")).toEqual(ids.slice(0, 1));
    expect(await list("--state", "retry_scheduled")).toEqual(ids.slice(1, 2));
    expect(await list("--state", "failed")).toEqual(ids.slice(2));
    expect(await list("--since", "2h")).toEqual(ids.slice(0, 1));
    const since = new Date(nowMs - 3 * hourMs).toISOString();
    expect(await list("--since", since)).toEqual(ids.slice(0, 2));
    expect(await list("--since", "2020-01-31", "--limit", "2")).toEqual(ids.slice(0, 2));
    const args = ["delivery", "list", "--org", organization.id, "--endpoint", endpointId];
    const table = await ops.run(...args, "--limit", "2");
    const awaiting =
      /^dlv_\w{48} +awaiting_response +counter\.increment:ctr_\w{20}:1 +1 +– +HTTP 500$/m;
    expect(table.stdout).toMatch(awaiting);
    expect(table.stderr).toContain("the newest 2 deliveries; there are more");
    const ended = await Promise.all(
      Array.from({ length: 120 }, (_, minute) =>
        put(messageAt(nowMs - minute * 60_000, of), { state: "paused" }),
      ),
    );
    const newestFirst = ended.map(({ deliveryId }) => deliveryId);
    expect(await list("--state", "paused", "--limit", "120")).toEqual(newestFirst);
    const halfAMinuteAgo = new Date(nowMs - 30_000).toISOString();
    expect(await list("--state", "paused", "--since", halfAMinuteAgo)).toEqual(
      newestFirst.slice(0, 1),
    );
  });

  test("needs no organization where there are deliveries, and shows the complete reason", async () => {
    const { organization, endpointId } = await receiverOfNothing();
    const message = messageAt(Date.now(), { organizationId: organization.id, endpointId });
    const reason = "the certificate is not signed by a known authority";
    const at = new Date().toISOString();
    await put(message, { attempts: [{ attempt: 6, at, durationMs: 9, reason }] });
    const { stdout } = await ops.run("delivery", "list", "--endpoint", endpointId);
    expect(stdout).toMatch(new RegExp(`^${message.deliveryId} .*  ${reason}$`, "m"));
  });

  test("without deliveries lists nothing with the organization, and asks for it without", async () => {
    const { organization, endpointId } = await receiverOfNothing();
    const args = ["delivery", "list", "--endpoint", endpointId];
    expect(await ops.json(...args, "--org", organization.id)).toEqual([]);
    const { exitCode, stderr } = await ops.run(...args);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("endpoint list --org ORG")]);
  });

  test("refuses another organization's endpoint, and knows one that was deleted", async () => {
    const { organization, endpointId } = await receiverOfNothing();
    const other = await createOrganization("pro");
    const { deliveryId } = await put(
      messageAt(Date.now(), { organizationId: organization.id, endpointId }),
    );
    await stores.endpointRegistry.remove({ organizationId: organization.id, endpointId });
    const list = (org: string) =>
      ops.run("delivery", "list", "--org", org, "--endpoint", endpointId);
    const [own, foreign] = await Promise.all([list(organization.id), list(other.id)]);
    expect(own).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(deliveryId) });
    expect(own.stderr).toContain("the endpoint was deleted");
    expect(foreign).toMatchObject({ exitCode: 1, stdout: "" });
    expect(foreign.stderr).toContain("has no endpoint");
  });
});
