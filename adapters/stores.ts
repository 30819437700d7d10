import { setTimeout } from "node:timers/promises";
import { dynamodbAlertRegistry } from "./alerts/dynamodb-alert-registry.ts";
import { dynamodbAlerts } from "./alerts/dynamodb-alerts.ts";
import { dynamodbFirings } from "./alerts/dynamodb-firings.ts";
import { dynamodbCounters } from "./counters/contract-counters.ts";
import { dynamodbCountEvents } from "./counters/dynamodb-count-events.ts";
import { dynamodbMarkReader, dynamodbMarkWriter } from "./counters/dynamodb-count-marks.ts";
import { dynamodbStoredCounters } from "./counters/dynamodb-counters.ts";
import { dynamodbTaps } from "./counters/dynamodb-taps.ts";
import { dynamodbAdjustments } from "./counters/settings/dynamodb-adjustments.ts";
import { dynamodbCounterChanges } from "./counters/settings/dynamodb-counter-changes.ts";
import { dynamodbCounterCreator } from "./counters/settings/dynamodb-counter-creation.ts";
import { dynamodbDeletionSummary } from "./data/deletion/dynamodb-deletion-summary.ts";
import { dynamodbDeletions } from "./data/deletion/dynamodb-deletions.ts";
import { dynamodbDamagedItems } from "./data/dynamodb-damaged-items.ts";
import { dynamodbExport } from "./data/dynamodb-export.ts";
import { dynamodbPastEvents } from "./data/dynamodb-past-events.ts";
import { dynamodbOrganizationNumbers } from "./data/dynamodb-recount.ts";
import { dynamodbRosterNumbers } from "./data/dynamodb-roster-recount.ts";
import { dynamodbRestore } from "./data/restore/dynamodb-restore.ts";
import { dynamodbEmbedSessions } from "./embeds/dynamodb-embed-sessions.ts";
import { dynamodbGates, dynamodbHeardGates } from "./gates/dynamodb-gates.ts";
import { dynamodbGroups } from "./groups/dynamodb-groups.ts";
import {
  dynamodbGroupCreator,
  dynamodbGroupDeletions,
  dynamodbGroupUpdates,
} from "./groups/settings/dynamodb-group-changes.ts";
import { dynamodbRecounts } from "./groups/settings/dynamodb-recount.ts";
import { dynamodbApiKeys } from "./keys/dynamodb-api-keys.ts";
import { dynamodbOrganizationPeople } from "./members/dynamodb-organization-people.ts";
import { chatStores } from "./notices/chat-stores.ts";
import { dynamodbCalendar } from "./organizations/dynamodb-calendar.ts";
import { dynamodbDueDays } from "./organizations/dynamodb-due-days.ts";
import {
  dynamodbOrganizationSettings,
  dynamodbPlans,
} from "./organizations/dynamodb-organization-settings.ts";
import {
  dynamodbOrganizationCreator,
  dynamodbOrganizationName,
} from "./organizations/dynamodb-organizations.ts";
import { randomSecret } from "./random.ts";
import { dynamodbSessions } from "./sessions/dynamodb-sessions.ts";
import { dynamodbSignedInPeople } from "./sessions/dynamodb-signed-in-people.ts";
import { type Service, tablesOf } from "./stack-outputs.ts";
import { systemClock } from "./system-clock.ts";
import { redriveStores } from "./webhooks/redrive-stores.ts";
import { webhookStores } from "./webhooks/webhook-stores.ts";

export type Stores = ReturnType<typeof storesOf>;

/**
 * Everything that programs which people run do with a running service; each use case takes what it
 * needs from it. Functions make their own few stores, so that their bundles contain no others.
 */
export function storesOf({ clients, outputs }: Service) {
  const { dynamodb } = clients;
  const tables = tablesOf(outputs);
  const webhooks = webhookStores(clients, {
    tables,
    queues: { fast: outputs.RetriesQueue, slow: outputs.SlowAttemptsQueue },
    kmsKeyArn: outputs.SecretsKey,
    allowedAddresses: outputs.AllowedReceiverAddresses.split(",").filter((range) => range !== "-"),
  });
  const { notices } = tables;
  return {
    wait: async (ms: number) => await setTimeout(ms),
    randomSecret,
    apiUrl: outputs.ApiUrl,
    baseUrl: outputs.BaseUrl,
    consoleUrl: outputs.ConsoleUrl,
    keyBrand: outputs.KeyBrand,

    organizationCreator: dynamodbOrganizationCreator(dynamodb, tables),
    organizationName: dynamodbOrganizationName(dynamodb, tables),
    organizationSettings: dynamodbOrganizationSettings(dynamodb, tables, systemClock),
    calendar: dynamodbCalendar(dynamodb, tables),
    dueDays: dynamodbDueDays(dynamodb, tables, systemClock),
    plans: dynamodbPlans(dynamodb, tables, systemClock),
    apiKeys: dynamodbApiKeys(dynamodb, tables, systemClock),
    deletions: dynamodbDeletions(dynamodb, tables, systemClock),
    summaryOf: dynamodbDeletionSummary(dynamodb, tables, systemClock),
    numberStores: [
      dynamodbOrganizationNumbers(dynamodb, tables),
      dynamodbRosterNumbers(dynamodb, tables),
    ],
    people: dynamodbOrganizationPeople(dynamodb, tables, systemClock),

    counters: dynamodbCounters(dynamodb, tables),
    storedCounters: dynamodbStoredCounters(dynamodb, tables),
    counterCreator: dynamodbCounterCreator(dynamodb, tables, systemClock),
    taps: dynamodbTaps(dynamodb, tables),
    counterChanges: dynamodbCounterChanges(dynamodb, tables, systemClock),
    adjustments: dynamodbAdjustments(dynamodb, tables, systemClock),
    countEvents: dynamodbCountEvents(dynamodb, tables),
    pastEvents: dynamodbPastEvents(dynamodb, tables),
    markReader: dynamodbMarkReader(dynamodb, tables),
    markWriter: dynamodbMarkWriter(dynamodb, tables),
    groups: dynamodbGroups(dynamodb, tables),
    groupCreator: dynamodbGroupCreator(dynamodb, tables, systemClock),
    groupUpdates: dynamodbGroupUpdates(dynamodb, tables, systemClock),
    groupDeletions: dynamodbGroupDeletions(dynamodb, tables, systemClock),
    recounts: dynamodbRecounts(dynamodb, tables),
    alerts: dynamodbAlerts(dynamodb, tables),
    alertRegistry: dynamodbAlertRegistry(dynamodb, tables, systemClock),
    firings: dynamodbFirings(dynamodb, tables),

    ...webhooks,
    /** Only where people get mail. */
    chat:
      notices === undefined
        ? undefined
        : chatStores(dynamodb, { ...webhooks, tables: { ...tables, notices } }),
    ...redriveStores({ clients, outputs }),

    /** These three read and write items as they are stored. */
    exports: dynamodbExport({ clients, outputs }),
    restores: dynamodbRestore({ clients, outputs }),
    damagedItems: dynamodbDamagedItems(dynamodb, tables, systemClock),

    embedSessions: dynamodbEmbedSessions(dynamodb, tables, systemClock),
    gates: dynamodbGates(dynamodb, tables, systemClock),
    recordHeard: dynamodbHeardGates(dynamodb, tables),
    sessions: dynamodbSessions(dynamodb, tables),
    signedInPeople: dynamodbSignedInPeople(dynamodb, tables, systemClock),
  };
}
