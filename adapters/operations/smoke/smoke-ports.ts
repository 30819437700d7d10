import { setTimeout } from "node:timers/promises";
import { GetScheduleCommand, ResourceNotFoundException } from "@aws-sdk/client-scheduler";
import type { Ask, SmokePorts } from "../../../core/operations/smoke/smoke-organization.ts";
import { canaryOrganizationId } from "../../../core/organizations/organization.ts";
import { newSigningSecret } from "../../../core/webhooks/signing-secret.ts";
import { alertPorts } from "../../alerts/alert-ports.ts";
import { counterPorts } from "../../counters/counter-ports.ts";
import { deletionPorts } from "../../data/deletion/deletion-ports.ts";
import { embedPorts } from "../../embeds/embed-ports.ts";
import { organizationPorts } from "../../organizations/organization-ports.ts";
import type { Service } from "../../stack-outputs.ts";
import { deliveryPorts } from "../../webhooks/delivery-ports.ts";
import { endpointPorts } from "../../webhooks/endpoint-ports.ts";
import { scheduleName } from "../../webhooks/retry-scheduler.ts";
import { startLocalReceiver } from "./local-receiver.ts";

/** A request that takes longer has failed: the functions behind HTTP end before. */
const timeoutMs = 30_000;

type Receiver = SmokePorts["receiver"];

/** What a smoke test works with. `receiver` is where its webhooks go; see `canaryReceiver`. */
export function smokePorts(service: Service, receiver: Receiver): SmokePorts {
  const { clients, outputs } = service;
  const { ScheduleGroup: GroupName, SchedulerFromSeconds } = outputs;
  if (GroupName === undefined || SchedulerFromSeconds === undefined) {
    throw new Error("the stack has no output ScheduleGroup; deploy this version");
  }
  return {
    ...organizationPorts(service),
    ...deletionPorts(service),
    ...counterPorts(service),
    ...embedPorts(service),
    ...alertPorts(service),
    ...endpointPorts(service),
    ...deliveryPorts(service),
    ...{ apiUrl: outputs.ApiUrl, consoleUrl: outputs.ConsoleUrl, receiver, ask },
    schedulerFromSeconds: Number(SchedulerFromSeconds),
    async isScheduled(message) {
      const schedule = new GetScheduleCommand({ GroupName, Name: scheduleName(message) });
      try {
        await clients.scheduler.send(schedule);
        return true;
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return false;
        throw error;
      }
    },
    wait: async (ms) => await setTimeout(ms),
  };
}

const ask: Ask = async (url, request) => {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { ...request, redirect: "manual", signal });
  return { url, status: response.status, headers: response.headers, body: await response.text() };
};

/** A new stack's canary makes its endpoint in its first run, within a minute. */
const firstRunMs = 90_000;

/** The receiver of the service's canary, with the secret that it expects; undefined without canary. */
export async function canaryReceiver(service: Service): Promise<Receiver> {
  const { CanaryReceiverUrl: url } = service.outputs;
  if (url === undefined) return undefined;
  const { listStored, openSecret, now } = endpointPorts(service);
  const endMs = now() + firstRunMs;
  for (;;) {
    const endpoints = await listStored(canaryOrganizationId);
    const endpoint = endpoints.find((one) => one.url === url);
    if (endpoint !== undefined) {
      const owner = { organizationId: canaryOrganizationId, endpointId: endpoint.id };
      return { url, secret: await openSecret(endpoint, owner) };
    }
    if (now() > endMs) throw new Error("the canary has no endpoint: its first run has failed");
    await setTimeout(1_000);
  }
}

/** A receiver in this process, for a service on this machine. */
export const receiverOnThisMachine = (dataDir: string) =>
  startLocalReceiver(dataDir, newSigningSecret());
