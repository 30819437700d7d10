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
  /** The paths of endpoints that are down, until when in milliseconds. */
  const downUntil = new Map<string, number>();
  const names = new Map(kept.map((organization) => [pathOf(organization), organization.name]));
  const receiver = await startReceiver({
    port: options.port,
    certificates: options.certificates,
    secrets,
    behave({ path, receivedAtMs }) {
      return { status: receivedAtMs < (downUntil.get(path) ?? 0) ? 503 : 200, hangMs: 0 };
    },
    onDelivery(delivery, planned) {
      // The till gets the same events again.
      const isKnown = options.quiet || isTill(delivery.path);
      if (isKnown && delivery.verified) return;
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
      const endpoint = await ensureEndpoint(options, organization, {
        ...{ url, name: "Ticket shop" },
        known: organization.endpoint,
      });
      if (endpoint) secrets.set(path, endpoint.secret);
      const till = await ensureTill(options, organization, receiver.url);
      if (till) secrets.set(tillPathOf(organization), till.secret);
      if (till && organization.till === undefined) {
        downUntil.set(tillPathOf(organization), options.stores.clock.now() + tillDownMs);
      }
      organizations.push({ ...organization, ...(endpoint && { endpoint }), ...(till && { till }) });
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

function tillPathOf({ id }: DemoOrganization): string {
  return `/till/${id}`;
}

function isTill(path: string): boolean {
  return path.startsWith("/till/");
}

/** How long the museum's till is down after its endpoint was made: what is counted meanwhile is retried. */
const tillDownMs = 75_000;

const by = operatorNamed("demo");

/** A second endpoint of the organization on the plan Pro, so that there are retries to look at. */
async function ensureTill(
  options: DemoReceiverOptions,
  organization: DemoOrganization,
  receiverUrl: string,
): Promise<DemoEndpoint | undefined> {
  if (organization.plan !== "pro") return undefined;
  const url = new URL(tillPathOf(organization), receiverUrl).href;
  return await ensureEndpoint(options, organization, {
    ...{ url, name: "Till system", known: organization.till },
  });
}

interface WantedEndpoint {
  url: string;
  name?: string;
  /** As an earlier run has made it. */
  known: DemoEndpoint | undefined;
}

/** The organization's endpoint at this URL; undefined when its plan has no webhooks. */
async function ensureEndpoint(
  { stores }: DemoReceiverOptions,
  organization: DemoOrganization,
  { url, name, known }: WantedEndpoint,
): Promise<DemoEndpoint | undefined> {
  const { id: organizationId } = organization;
  const existing = await stores.endpointRegistry.list(organizationId);
  for (const { id: endpointId, url: old } of existing) {
    const key = { organizationId, endpointId };
    if (endpointId === known?.id) {
      if (old !== url) await updateEndpoint(stores, key, { url }, by);
      return known;
    }
    // One whose secret was not kept, because the service ended while it was made.
    if (new URL(old).pathname === new URL(url).pathname) await deleteEndpoint(stores, key, by);
  }
  const record = await stores.organizations.get(organizationId);
  if (record === undefined || !planIncludesWebhooks(record.organization.plan)) return undefined;
  const setup = {
    ...{ organizationId, url, ...(name !== undefined && { name }) },
    events:
      organization.plan === "enterprise"
        ? ["counter.increment", "counter.decrement", "threshold.alert.fired"]
        : ["counter.increment", "counter.decrement"],
  } satisfies EndpointSetup;
  const created = await createEndpoint(stores, setup, by);
  if (created.result !== "created") return undefined;
  return { id: created.endpoint.id, secret: created.secret };
}
