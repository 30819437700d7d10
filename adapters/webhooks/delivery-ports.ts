import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { messageText } from "../../core/webhooks/message-text.ts";
import type { ResendPorts } from "../../core/webhooks/resend.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import { newFencingToken } from "../random.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbDeliveryLog, dynamodbStoredCounts } from "./dynamodb-delivery-log.ts";
import { dynamodbEndpointRegistry } from "./dynamodb-endpoint-registry.ts";
import { dynamodbWebhookEndpoints } from "./dynamodb-endpoints.ts";
import { messageGroup } from "./sqs-attempt-queue.ts";

export type DeliveryPorts = ReturnType<typeof deliveryPorts>;

/** What looking at deliveries and sending them again needs. */
export function deliveryPorts({
  clients: { dynamodb, sqs },
  outputs,
}: Service<
  | "OrganizationsTable"
  | "WebhookEndpointsTable"
  | "CountEventsTable"
  | "DeliveriesTable"
  | "RetriesQueue"
  | "SlowAttemptsQueue",
  "dynamodb" | "sqs"
>) {
  const tables = {
    organizations: outputs.OrganizationsTable,
    webhookEndpoints: outputs.WebhookEndpointsTable,
  };
  const queues = { fast: outputs.RetriesQueue, slow: outputs.SlowAttemptsQueue };
  const deliveryLog = dynamodbDeliveryLog(dynamodb, outputs.DeliveriesTable, systemClock);
  const resendPorts: ResendPorts = {
    load: deliveryLog.get,
    restart: deliveryLog.restart,
    endpoint: dynamodbWebhookEndpoints(dynamodb, tables.webhookEndpoints).get,
    count: dynamodbStoredCounts(dynamodb, outputs.CountEventsTable),
    async send(message, lane) {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: queues[lane],
          MessageBody: messageText(message),
          ...messageGroup(message),
        }),
      );
    },
    newToken: newFencingToken,
    now: systemClock.now,
  };
  return {
    clock: systemClock,
    organizations: dynamodbOrganizations(dynamodb, tables.organizations),
    endpointRegistry: dynamodbEndpointRegistry(dynamodb, tables, systemClock),
    deliveryLog,
    resendPorts,
  };
}
