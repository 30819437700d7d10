import { expect } from "vitest";
import type { StoredAlert } from "../../../core/alerts/alert.ts";
import type { Firing } from "../../../core/alerts/firing.ts";
import type { CountEvent } from "../../../core/counters/count-event.ts";
import type { InitialCounterSettings, StoredCounter } from "../../../core/counters/counter.ts";
import type { Direction } from "../../../core/counters/taps/tap.ts";
import type { StoredGroup } from "../../../core/groups/group.ts";
import type { Organization, Plan } from "../../../core/organizations/organization.ts";
import { newGroup } from "../group-service.ts";
import { createCounter, createOrganization, stores, tapOnce } from "../service.ts";
import { createReceiver } from "../webhooks/webhook-service.ts";

/** The options of a receiver that gets alerts and nothing else. */
const alertsOnly = { events: ["threshold.alert.fired" as const] };

/** An organization with a receiver of its alerts. */
export async function alertCustomer(plan: Plan = "enterprise") {
  const organization = await createOrganization(plan);
  return { organization, receiver: await createReceiver(organization.id, alertsOnly) };
}

/** A group with counters in it, each with these settings. */
export async function groupWith(
  organization: Organization,
  counters: number,
  {
    capacity = 10,
    ...settings
  }: Partial<InitialCounterSettings> & { capacity?: number | null } = {},
) {
  const group = await newGroup(organization, { name: "Hall", capacity });
  const groupId = group.id;
  const members: StoredCounter[] = [];
  for (let number = 1; number <= counters; number += 1) {
    const name = `Gate ${number}`;
    members.push(await createCounter(organization, { name, ...settings, groupId }));
  }
  return { group, members };
}

/** Counts one tap; throws when it is refused. */
export async function count(
  counter: StoredCounter | undefined,
  direction: Direction = "up",
): Promise<CountEvent> {
  if (counter === undefined) throw new Error("no counter");
  const tapped = await tapOnce(counter, direction);
  if (tapped.result !== "counted") throw new Error(tapped.result);
  return tapped.event;
}

/** The alert as it is stored now. */
export async function storedAlert({ organizationId, id }: StoredAlert): Promise<StoredAlert> {
  const found = (await stores.alertRegistry.list(organizationId)).find((one) => one.id === id);
  if (found === undefined) throw new Error(`no alert ${id}`);
  return found;
}

/** Everything that the organization's alerts have fired, oldest first. */
export async function firingsOf({ id }: Organization): Promise<Firing[]> {
  return (await stores.firings.list(id, {})).toReversed();
}

/** Waits until the evaluated total of a group is this. */
export async function totalBecomes(group: StoredGroup, total: number): Promise<void> {
  await expect.poll(() => totalOf(group), { timeout: 20_000, interval: 30 }).toBe(BigInt(total));
}

export async function totalOf({ organizationId, id }: StoredGroup): Promise<bigint | undefined> {
  return (await stores.groups.get({ organizationId, groupId: id }))?.total;
}

/**
 * Waits until everything that was counted so far is evaluated. A later count behind it in the stream
 * shows that by the total of a group of its own; a second, that the batch of the first is done too.
 */
export async function allEvaluated(organization: Organization): Promise<void> {
  for (const name of ["Sentinel", "Sentinel of a later batch"]) {
    const { group, members } = await groupWith(organization, 1, { name });
    await count(members[0]);
    await totalBecomes(group, 1);
  }
}
