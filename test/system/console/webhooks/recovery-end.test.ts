import { expect, test } from "vitest";
import { RecoverPart } from "../../../../api/private/deliveries.ts";
import { EndpointView } from "../../../../api/private/webhooks.ts";
import { createStaff } from "../../people-service.ts";
import { askConsole, tapOnce } from "../../service.ts";
import { createReceiver, deliveries } from "../../webhooks/webhook-service.ts";
import { testRecord } from "./made-records.ts";

/** An endpoint that was paused while two counts were made, as its owner sees it. */
async function pausedAndResumed() {
  const staff = await createStaff();
  const { endpoint, verified } = await createReceiver(staff.organization.id);
  const other = await createReceiver(staff.organization.id);
  const path = `/api/webhooks/${staff.organization.id}/endpoints/${endpoint.id}`;
  const { cookie } = staff.owner;
  const send = async (rest: string, body: object) => {
    const response = await askConsole(`${path}${rest}`, { method: "POST", cookie, body });
    expect(response.status, await response.clone().text()).toBe(200);
    return await response.json();
  };
  const owner = {
    verified,
    pause: async (paused: boolean) => EndpointView.parse(await send("/pause", { paused })),
    recover: async (body: object) => RecoverPart.parse(await send("/recover", body)),
    look: async () => EndpointView.parse(await (await askConsole(path, { cookie })).json()),
    /** Each part until the last, as the page asks for them. */
    async recoverAll({ since, dryRun = false }: { since: string; dryRun?: boolean }) {
      let part = await owner.recover({ since, dryRun });
      while (part.next !== null) {
        const { next: from, startedAt } = part;
        part = await owner.recover({ since, dryRun, from, ...(startedAt && { startedAt }) });
      }
      return part;
    },
  };
  await owner.pause(true);
  for (let tap = 0; tap < 2; tap += 1) await tapOnce(staff.counter);
  await other.verified(2);
  const { heldBackSince: since } = await owner.pause(false);
  if (since === null) throw new Error("nothing is held back");
  return { ...owner, since, organizationId: staff.organization.id, endpointId: endpoint.id };
}

test("what a pause held back is said until a recovery of all of it has ended", async () => {
  const { since, recover, recoverAll, look, pause, verified } = await pausedAndResumed();
  // Two are found: they are still to be sent.
  expect(await recoverAll({ since, dryRun: true })).toMatchObject({ startedAt: null });
  // Begun, and broken off after the first part.
  expect(await recover({ since, dryRun: false })).toMatchObject({ startedAt: expect.any(String) });
  // Only the last part, of which nobody says what was before it.
  await recover({ since, dryRun: false, from: "events" });
  await verified(2);
  // From the beginning, but of newer events only.
  await recoverAll({ since: new Date(Date.parse(since) + 1).toISOString() });
  expect((await look()).heldBackSince).toBe(since);
  await recoverAll({ since });
  expect(await look()).toMatchObject({ heldBackSince: null });
  // Another pause is another matter.
  await pause(true);
  const again = await pause(false);
  expect(Date.parse(again.heldBackSince ?? "")).toBeGreaterThan(Date.parse(since));
});

test("a recovery that finds nothing more to send, by a dry run too, ends it", async () => {
  const { since, recoverAll, look, verified } = await pausedAndResumed();
  await recoverAll({ since: new Date(Date.parse(since) + 1).toISOString() });
  await verified(2);
  expect((await look()).heldBackSince).toBe(since);
  await expect
    .poll(async () => {
      await recoverAll({ since, dryRun: true });
      return (await look()).heldBackSince;
    })
    .toBeNull();
});

test("a retry that fell due in the pause, of an event from hours before it, is held back, too", async () => {
  const { since, recover, organizationId, endpointId } = await pausedAndResumed();
  const atMs = Date.now() - 7 * 3_600_000;
  const retry = testRecord({ organizationId, endpointId, atMs }, { state: "paused" });
  expect(await deliveries.recordFirst(retry)).toBe(true);
  expect(await recover({ since, dryRun: true, from: "paused" })).toMatchObject({ found: 1 });
});
