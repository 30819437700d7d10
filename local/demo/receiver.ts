import type { Stores } from "../../adapters/stores.ts";
import { operatorNamed } from "../../core/members/changed-by.ts";
import { planIncludesWebhooks } from "../../core/organizations/plan.ts";
import type { EndpointSetup } from "../../core/webhooks/endpoint-settings.ts";
import {
  createEndpoint,
  deleteEndpoint,
  updateEndpoint,
} from "../../core/webhooks/manage-endpoints.ts";
import type { CertificateFiles } from "../certificate-authority.ts";
import { unusablePort } from "../ports.ts";
import { deliveryLine } from "../receiver/delivery-line.ts";
import { type Receiver, startReceiver } from "../receiver/receiver.ts";
import { type DemoEndpoint, type DemoOrganization, demoOrganizations, keepDemo } from "./demo.ts";

interface DemoReceiverOptions {
  folder: string;
  port: number;
  /** Prints only what cannot be verified. */
  quiet: boolean;
  certificates: CertificateFiles;
  stores: Stores;
}

/**
 * Receives the webhooks of the demo's organizations and prints a line for each delivery. Makes sure
 * that each of them whose plan has webhooks has an endpoint here, at the port of this run.
 */
export async function startDemoReceiver(
  options: DemoReceiverOptions,
): Promise<Receiver & AsyncDisposable> {
  const secrets = new Map<string, string>();
  const kept = demoOrganizations(options.folder);
  const names = new Map(kept.map((organization) => [pathOf(organization), organization.name]));
  const receiver = await startReceiver({
    port: options.port,
    certificates: options.certificates,
    secrets,
    onDelivery(delivery, planned) {
      if (options.quiet && delivery.verified) return;
      console.log(deliveryLine(delivery, planned, names.get(delivery.path)));
    },
  }).catch((cause) => {
    throw unusablePort(options.port, "--receiver-port", cause);
  });
  try {
    const organizations: DemoOrganization[] = [];
    for (const organization of kept) {
      const path = pathOf(organization);
      const url = new URL(path, receiver.url).href;
      const endpoint = await ensureEndpoint(options, organization, url);
      if (endpoint) secrets.set(path, endpoint.secret);
      organizations.push({ ...organization, ...(endpoint && { endpoint }) });
    }
    keepDemo(options.folder, organizations);
    return { ...receiver, [Symbol.asyncDispose]: receiver.close };
  } catch (error) {
    await receiver.close();
    throw error;
  }
}

function pathOf({ id }: DemoOrganization): string {
  return `/webhooks/${id}`;
}

const by = operatorNamed("demo");

/** The organization's endpoint at this URL; undefined when its plan has no webhooks. */
async function ensureEndpoint(
  { stores }: DemoReceiverOptions,
  organization: DemoOrganization,
  url: string,
): Promise<DemoEndpoint | undefined> {
  const { id: organizationId, endpoint: known } = organization;
  const existing = await stores.endpointRegistry.list(organizationId);
  for (const { id: endpointId, url: old } of existing) {
    const key = { organizationId, endpointId };
    if (endpointId === known?.id) {
      if (old !== url) await updateEndpoint(stores, key, { url }, by);
      return known;
    }
    // One whose secret was not kept, because the service ended while it was made.
    if (new URL(old).pathname === pathOf(organization)) await deleteEndpoint(stores, key, by);
  }
  const record = await stores.organizations.get(organizationId);
  if (record === undefined || !planIncludesWebhooks(record.organization.plan)) return undefined;
  const setup = {
    ...{ organizationId, url },
    events:
      organization.plan === "enterprise"
        ? ["counter.increment", "counter.decrement", "threshold.alert.fired"]
        : ["counter.increment", "counter.decrement"],
  } satisfies EndpointSetup;
  const created = await createEndpoint(stores, setup, by);
  if (created.result !== "created") return undefined;
  return { id: created.endpoint.id, secret: created.secret };
}
