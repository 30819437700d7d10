import type { AwsClients } from "../aws/clients.ts";
import type { StackOutputs } from "../stack-outputs.ts";
import { deadLetterPorts } from "./dead-letter-ports.ts";
import { deliveryPorts } from "./delivery-ports.ts";
import { endpointPorts } from "./endpoint-ports.ts";

export type OperatorWebhooks = ReturnType<typeof operatorWebhooks>;

export function operatorWebhooks(clients: AwsClients, outputs: StackOutputs) {
  const service = { clients, outputs };
  return { ...endpointPorts(service), ...deliveryPorts(service), ...deadLetterPorts(service) };
}
