import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { GetScheduleCommand, ResourceNotFoundException } from "@aws-sdk/client-scheduler";
import * as z from "zod";
import type { SmokePorts } from "../../../core/operations/smoke/smoke-organization.ts";
import { until } from "../../../core/operations/steps.ts";
import { canaryOrganizationId } from "../../../core/organizations/organization.ts";
import { newSigningSecret } from "../../../core/webhooks/signing-secret.ts";
import { deliveryHeaders, verifyDelivery } from "../../../core/webhooks/verify-delivery.ts";
import { localCertificateFiles } from "../../local-service.ts";
import type { Service } from "../../stack-outputs.ts";
import { storesOf } from "../../stores.ts";
import { systemClock } from "../../system-clock.ts";
import { scheduleName } from "../../webhooks/retry-scheduler.ts";
import { askWithin } from "../ask.ts";

/** A request that takes longer has failed: the functions behind HTTP end before. */
const timeoutMs = 30_000;

type Receiver = SmokePorts["receiver"];

/** What a smoke test works with. `receiver` is where its webhooks go; see `canaryReceiver`. */
export function smokeStores(service: Service, receiver: Receiver): SmokePorts {
  const { clients, outputs } = service;
  const { ScheduleGroup: GroupName, SchedulerFromSeconds } = outputs;
  if (GroupName === undefined || SchedulerFromSeconds === undefined) {
    throw new Error("the stack has no output ScheduleGroup; deploy this version");
  }
  return {
    ...storesOf(service),
    receiver,
    ask: askWithin(timeoutMs),
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
  };
}

/** A new stack's canary makes its endpoint in its first run, within a minute. */
const firstRunMs = 90_000;

/** The receiver of the service's canary, with the secret that it expects; undefined without canary. */
export async function canaryReceiver(service: Service): Promise<Receiver> {
  const { CanaryReceiverUrl: url } = service.outputs;
  if (url === undefined) return undefined;
  const stores = storesOf(service);
  return await until(stores, { withinMs: firstRunMs, everyMs: 1_000 }, async () => {
    const endpoints = await stores.listStored(canaryOrganizationId);
    const endpoint = endpoints.find((one) => one.url === url);
    if (endpoint === undefined) return "the canary has no endpoint: its first run has failed";
    const owner = { organizationId: canaryOrganizationId, endpointId: endpoint.id };
    return { url, secret: await stores.openSecret(endpoint, owner) };
  });
}

/** A receiver in this process, for a service on this machine. */
export const receiverOnThisMachine = (dataDir: string) =>
  startLocalReceiver(dataDir, newSigningSecret());

const path = "/smoke";

/**
 * Receives webhooks of a service on this machine that has no canary, as the canary's receiver does:
 * it accepts only what is signed with this secret.
 */
async function startLocalReceiver(dataDir: string, secret: string) {
  const read = (file: string) => readFileSync(join(dataDir, file));
  const { cert, key } = localCertificateFiles;
  const server = createServer({ cert: read(cert), key: read(key) }, async (request, response) => {
    const headers = deliveryHeaders(request.headers);
    const body = await buffer(request);
    const { verified } = verifyDelivery({ secret, headers, body, nowMs: systemClock.now() });
    const accepted = verified ? 204 : 401;
    response.writeHead(request.url === path ? accepted : 404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `https://localhost:${port}${path}`,
    secret,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
