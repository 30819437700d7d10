import { newAlert, putGroup } from "../../alert-service.ts";
import {
  createCounter,
  createKey,
  createOrganization,
  shareCounter,
  tapOnce,
} from "../../service.ts";
import { createReceiver } from "../../webhooks/webhook-service.ts";

/** An organization that has something on each page. */
export async function furnishedOrganization() {
  const organization = await createOrganization("enterprise");
  const group = await putGroup(organization.id, { name: "Hall 1", capacity: 50 });
  const counter = await createCounter(organization, {
    ...{ name: "North", groupId: group.id, goalTarget: 20 },
  });
  await createCounter(organization, { name: "South" });
  const alert = await newAlert("counter", counter);
  const { verified, endpoint } = await createReceiver(organization.id);
  await createKey(organization);
  await shareCounter(counter);
  await tapOnce(counter);
  await verified(1);
  return { organization, group, counter, alert, endpoint };
}
export type Furnished = Awaited<ReturnType<typeof furnishedOrganization>>;

/** The paths of all pages of it. */
export function pagesOf({ group, counter, alert, endpoint }: Furnished): string[] {
  return [
    ...["", "counters", `counters/${counter.id}`, "groups", `groups/${group.id}`],
    ...["alerts", `alerts/${alert.id}`, "reports", "gates"],
    `embeds/${counter.id}`,
    ...["settings/webhooks", `settings/webhooks/${endpoint.id}`, "settings/deliveries"],
    ...["settings/events", "settings/api-keys", "settings/members", "settings/organization"],
    "settings/audit",
  ];
}
