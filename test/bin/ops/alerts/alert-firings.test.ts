import { describe, expect, test } from "vitest";
import { firingCreation } from "../../../../adapters/alerts/dynamodb-firings.ts";
import { transact } from "../../../../adapters/aws/dynamodb-transaction.ts";
import type { Firing } from "../../../../core/alerts/firing.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const ops = opsOn(service);

function firing(organizationId: string, agoMs: number, differences: Partial<Firing> = {}): Firing {
  return {
    organizationId,
    scope: "counter",
    kind: "absolute",
    alertId: "alt_00000000000000000001",
    alertName: "Full",
    counterId: "ctr_00000000000000000001",
    counterName: "Gate",
    groupId: null,
    groupName: null,
    threshold: 100,
    capacity: null,
    percent: null,
    previousLevel: 99,
    level: 100,
    lastEventId: 7,
    createdAt: new Date(Date.now() - agoMs).toISOString(),
    ...differences,
  };
}

async function organizationWith(agesMs: number[]) {
  const { id } = await service.createOrganization("enterprise");
  const firings = agesMs.map((agoMs, index) => firing(id, agoMs, { lastEventId: index + 1 }));
  const items = firings.map((one) => firingCreation(service.outputs.AlertFiringsTable, one));
  const written = items.length > 0 && (await transact(service.client, items));
  return { org: ["--org", id], id, firings, written };
}

describe("alert firings", () => {
  test("is an array, newest first, with the id and data of the webhooks", async () => {
    const { org, firings } = await organizationWith([3_000, 1_000, 2_000]);
    const list = await ops.json("alert", "firings", ...org);
    const [three, one, two] = firings.map((each) => ({
      eventId: `threshold.alert.fired:${each.counterId}:${each.lastEventId}`,
      ...each,
    }));
    expect(list).toEqual([one, two, three]);
  });

  test("is a table for people, and a sentence when there is nothing", async () => {
    const { org, id } = await organizationWith([1_000]);
    const { stdout } = await ops.run("alert", "firings", ...org);
    expect(stdout.split("\n")[0]).toMatch(/^createdAt +alertId +previousLevel +level +threshold/);
    expect(stdout).toMatch(/ 99 +100 +100 +Full$/m);
    expect(id).toMatch(/^org_/);
    const empty = await organizationWith([]);
    const none = await ops.run("alert", "firings", ...empty.org);
    expect(none.stdout).toBe("No alert has fired in the last 90 days.\n");
    const never = await ops.run("alert", "firings", ...empty.org, "--since", "2026-11-01");
    expect(never.stdout).toMatch(/^No alert has fired (since 2026-11-01T00:00:00|in the last 90)/);
  });
});
