import { alertPorts } from "../../adapters/alerts/alert-ports.ts";
import { counterPorts } from "../../adapters/counters/counter-ports.ts";
import { embedPorts } from "../../adapters/embeds/embed-ports.ts";
import { gatePorts } from "../../adapters/gates/gate-ports.ts";
import { memberPorts } from "../../adapters/members/member-ports.ts";
import { organizationPorts } from "../../adapters/organizations/organization-ports.ts";
import { sessionPorts } from "../../adapters/sessions/session-ports.ts";
import type { Service } from "../../adapters/stack-outputs.ts";
import { deliveryPorts } from "../../adapters/webhooks/delivery-ports.ts";
import { endpointPorts } from "../../adapters/webhooks/endpoint-ports.ts";

export type DemoPorts = ReturnType<typeof demoPorts>;

/** What the demo seeds and shows, in the tables and queues of the local service. */
export function demoPorts(service: Service) {
  return {
    ...organizationPorts(service),
    ...memberPorts(service),
    ...gatePorts(service),
    ...sessionPorts(service),
    ...counterPorts(service),
    ...embedPorts(service),
    ...alertPorts(service),
    ...endpointPorts(service),
    ...deliveryPorts(service),
  };
}
