import { setTimeout as sleep } from "node:timers/promises";
import { firingResolver } from "../../core/webhooks/alert-webhooks.ts";
import { countResolvers } from "../../core/webhooks/count-webhooks.ts";
import type { DeliverySearchPorts } from "../../core/webhooks/log/delivery-search.ts";
import type { LoggedDeliveries, RecoverPorts } from "../../core/webhooks/recover.ts";
import type { RecoveryPagePorts } from "../../core/webhooks/recovery/recovery-page.ts";
import type { ResendAllPorts } from "../../core/webhooks/resend.ts";
import { dynamodbFirings } from "../alerts/dynamodb-firings.ts";
import { dynamodbAuditLog } from "../audit/dynamodb-audit-log.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import { newFencingToken, randomBase62 } from "../random.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbDeliveries } from "./dynamodb-deliveries.ts";
import { dynamodbDeliveryLog } from "./dynamodb-delivery-log.ts";
import { dynamodbWebhookEndpoints } from "./dynamodb-endpoints.ts";
import { dynamodbDeliverySearch } from "./log/dynamodb-delivery-search.ts";
import { dynamodbEventsByTime } from "./log/dynamodb-events-by-time.ts";
import { openDeliveryKeys } from "./log/dynamodb-open-deliveries.ts";
import { sendAttempt } from "./sqs-attempt-queue.ts";
import { dynamodbStoredCounts } from "./stream-events.ts";

type OpenKeys = Parameters<RecoveryPagePorts["openKeys"]>[0];

export type DeliveryPorts = ReturnType<typeof deliveryPorts>;

/** The ports for showing, resending and recovering deliveries. */
export function deliveryPorts({
  clients: { dynamodb, sqs },
  outputs,
}: Service<
  | "OrganizationsTable"
  | "WebhookEndpointsTable"
  | "CountersTable"
  | "CountEventsTable"
  | "AlertFiringsTable"
  | "DeliveriesTable"
  | "AuditEntriesTable"
  | "RetriesQueue"
  | "SlowAttemptsQueue",
  "dynamodb" | "sqs"
>) {
  const queues = { fast: outputs.RetriesQueue, slow: outputs.SlowAttemptsQueue };
  const deliveryLog = dynamodbDeliveryLog(dynamodb, outputs.DeliveriesTable, systemClock);
  const search = dynamodbDeliverySearch(dynamodb, outputs.DeliveriesTable, systemClock);
  const store = dynamodbDeliveries(dynamodb, outputs.DeliveriesTable, systemClock);
  const endpoints = dynamodbWebhookEndpoints(dynamodb, outputs.WebhookEndpointsTable);
  return {
    clock: systemClock,
    now: systemClock.now,
    randomBase62,
    auditLog: dynamodbAuditLog(dynamodb, outputs.AuditEntriesTable),
    sleep: async (ms: number) => {
      await sleep(ms);
    },
    organizations: dynamodbOrganizations(dynamodb, outputs.OrganizationsTable),
    endpoint: endpoints.get,
    recordPausesRecovered: endpoints.recordPausesRecovered,
    load: deliveryLog.get,
    deliveries: deliveryLog.list,
    deliveryPage: search.deliveryPage,
    newestDeliveries: search.newest,
    progress: search.progress,
    openKeys: ({ endpointId, state, since, after, limit }: OpenKeys) =>
      openDeliveryKeys(dynamodb, outputs.DeliveriesTable, {
        ...{ endpointId, state, limit, order: "oldest first" },
        // Excludes `after` itself: keys have one length, so none lies between it and `${after}0`.
        from: after === undefined || after < since ? since : `${after}0`,
      }),
    restart: deliveryLog.restart,
    recorded: deliveryLog.recorded,
    recordFirst: store.recordFirst,
    eventsIn: dynamodbEventsByTime(dynamodb, {
      counters: outputs.CountersTable,
      countEvents: outputs.CountEventsTable,
      alertFirings: outputs.AlertFiringsTable,
    }),
    /** One for each event type that this version produces. */
    resolvers: {
      ...countResolvers(dynamodbStoredCounts(dynamodb, outputs.CountEventsTable)),
      "threshold.alert.fired": firingResolver(
        dynamodbFirings(dynamodb, outputs.AlertFiringsTable).get,
      ),
    },
    send: (message, lane) => sendAttempt(sqs, queues[lane], { message }),
    newFencingToken,
  } satisfies RecoverPorts &
    ResendAllPorts &
    LoggedDeliveries &
    DeliverySearchPorts &
    Record<string, unknown>;
}
