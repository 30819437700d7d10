import { createAlert, type ManageAlertsPorts } from "../../alerts/manage-alerts.ts";
import { type CounterKey, newCounter } from "../../counters/counter.ts";
import { newCounterId } from "../../counters/counter-names.ts";
import type { CounterCreator } from "../../counters/settings/counter-creation.ts";
import type { TapStore } from "../../counters/taps/count-batch.ts";
import { beginDeletion, continueDeletion, type DeletionPorts } from "../../data/deletion.ts";
import { createEmbed, type EmbedPorts } from "../../embeds/embeds.ts";
import { type ApiKeyPorts, createApiKey } from "../../keys/api-keys.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import type { OrganizationCreator, Organizations } from "../../organizations/organization.ts";
import { createOrganization } from "../../organizations/organization-changes.ts";
import type { AttemptMessage } from "../../webhooks/attempt-message.ts";
import type { DeliveryRecord } from "../../webhooks/delivery.ts";
import { newEndpointId } from "../../webhooks/endpoint-id.ts";
import { createEndpoint, type ManageEndpointsPorts } from "../../webhooks/manage-endpoints.ts";
import type { DeliveryQuery } from "../../webhooks/recover.ts";
import type { ResendPorts } from "../../webhooks/resend.ts";
import type { WebhookEventType } from "../../webhooks/webhook-event.ts";
import { type Ask, made } from "../steps.ts";

export interface SmokePorts
  extends ApiKeyPorts,
    EmbedPorts,
    ManageAlertsPorts,
    ManageEndpointsPorts,
    DeletionPorts,
    ResendPorts {
  clock: ApiKeyPorts["clock"];
  organizations: Organizations;
  organizationCreator: OrganizationCreator;
  keyBrand: string;
  counterCreator: Pick<CounterCreator, "create">;
  taps: TapStore;
  firings: { list(organizationId: string, options: object): Promise<unknown[]> };
  deliveries(query: DeliveryQuery): AsyncIterable<DeliveryRecord>;
  apiUrl: string;
  consoleUrl: string;
  /** Verifies webhooks with this secret and refuses all others; undefined where there is none. */
  receiver: { url: string; secret: string } | undefined;
  ask: Ask;
  /** Waits of this many seconds or more use EventBridge Scheduler. */
  schedulerFromSeconds: number;
  /** Whether EventBridge Scheduler holds this message. */
  isScheduled(message: AttemptMessage): Promise<boolean>;
  wait(ms: number): Promise<void>;
}

/** What a smoke test works with. */
export interface Smoke extends CounterKey {
  keyText: string;
  embedUrl: string;
  /** Gets counts up and firings; without a receiver there is none. */
  endpointId?: string;
  /** Gets counts down, at a path where nothing is. */
  refusedEndpointId?: string;
}

/** The alert fires at this count, which is the second tap's. */
export const alertAt = 2;

/** The first characters of its id; by chance, one in 62^12 organizations would have them. */
const idPrefix = "org_0000000Smoke";

/** A URL at the receiver that serves nothing. */
const refusedPath = "/smoke-test";

/** An id for the organization of one run. */
export function newSmokeId({ randomBase62 }: SmokePorts): string {
  return `${idPrefix}${randomBase62(8)}`;
}

export async function setUpSmoke(
  ports: SmokePorts,
  organizationId: string,
  by: ChangedBy,
): Promise<Smoke> {
  const { clock, randomBase62, receiver } = ports;
  const name = "Smoke test";
  await createOrganization(ports, { id: organizationId, name, plan: "enterprise" }, by);
  const key = { organizationId, counterId: newCounterId(randomBase62) };
  const counter = newCounter({ name }, key, clock.now());
  made("counter", await ports.counterCreator.create([counter]));
  const { keyText } = made("API key", await createApiKey(ports, { organizationId, name }, by));
  const { embed } = made("embed", await createEmbed(ports, key, by));
  const alert = {
    ...{ organizationId, name, scope: "counter" as const, targetId: key.counterId },
    rule: { kind: "absolute" as const, at: alertAt },
  };
  made("alert", await createAlert(ports, alert, by));
  const smoke = { ...key, keyText, embedUrl: embed.url };
  if (receiver === undefined) return smoke;
  const endpoint = async (path: string, events: WebhookEventType[]) => {
    const preset = { id: newEndpointId(randomBase62), secret: receiver.secret };
    const setup = { organizationId, url: `${receiver.url}${path}`, events, preset };
    return made("endpoint", await createEndpoint(ports, setup, by)).endpoint.id;
  };
  return {
    ...smoke,
    endpointId: await endpoint("", ["counter.increment", "threshold.alert.fired"]),
    refusedEndpointId: await endpoint(refusedPath, ["counter.decrement"]),
  };
}

/** Removes the organizations of all smoke tests, of those under way as well; returns their ids. */
export async function removeSmokes(ports: SmokePorts, by: ChangedBy): Promise<string[]> {
  const begun = (await ports.deletions.list()).map(({ organizationId }) => organizationId);
  const left = (await ports.organizations.list()).map(({ id }) => id);
  const ids = new Set([...begun, ...left].filter((id) => id.startsWith(idPrefix)));
  for (const organizationId of ids) await removeSmoke(ports, organizationId, by);
  return [...ids];
}

/** Removes the organization of one run; false if there is none. */
export async function removeSmoke(
  ports: SmokePorts,
  organizationId: string,
  by: ChangedBy,
): Promise<boolean> {
  const { result } = await beginDeletion(ports, { organizationId }, by);
  await continueDeletion(ports, organizationId, { isStopped: () => false });
  return result === "begun";
}

/** What became of one step. */
export interface SmokeResult {
  step: string;
  result: "passed" | "failed" | "skipped";
  /** What was seen, or why it failed, in plain words. */
  sentence: string;
  tookMs: number;
}

export interface SmokeControl {
  onResult(result: SmokeResult): void;
  /** Asked before each step and during waits; when true, the run removes its organization and ends. */
  isStopped(): boolean;
  /** A wait of this many seconds begins. */
  onWait(seconds: number): void;
  /** Whether to leave out the step that waits for EventBridge Scheduler. */
  skipRetry: boolean;
}

/** Returns what was seen; throws when it was not what was expected. */
export type SmokeStep = () => Promise<string | { skipped: string }>;
