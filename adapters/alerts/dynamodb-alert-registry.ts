import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { AlertKey } from "../../core/alerts/alert.ts";
import type {
  AlertDecision,
  AlertRegistry,
  SeenAlert,
  SeenTarget,
} from "../../core/alerts/alert-registry.ts";
import type { TargetReference } from "../../core/alerts/watched-target.ts";
import { type Clock, conflict, retryConflicts } from "../../core/clock.ts";
import { transact } from "../aws/dynamodb-transaction.ts";
import { changeOrganization } from "../organizations/dynamodb-organization-change.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import {
  alertCreation,
  alertDeletion,
  alertReplacement,
  dynamodbAlerts,
} from "./dynamodb-alerts.ts";
import { dynamodbWatchedTargets, type TargetTables } from "./dynamodb-watched-targets.ts";

export type AlertTables = TargetTables & { organizations: string; alerts: string };

/**
 * Creating and deleting go through the organization's item on condition of its revision, so the
 * limits hold under any race.
 */
export function dynamodbAlertRegistry(
  client: DynamoDBClient,
  tables: AlertTables,
  clock: Clock,
): AlertRegistry {
  const { list } = dynamodbAlerts(client, tables.alerts);
  const readTarget = dynamodbWatchedTargets(client, tables);
  const organizations = dynamodbOrganizations(client, tables.organizations);
  const changeCounts = changeOrganization(client, tables.organizations, clock);

  // The key of an alert begins with its target, which a caller who has its id does not know.
  async function find({ organizationId, alertId }: AlertKey) {
    return (await list(organizationId)).find(({ id }) => id === alertId);
  }

  return {
    list,

    async target(reference) {
      return (await readTarget(reference))?.target;
    },

    create: <Result>(
      reference: TargetReference,
      decide: (seen: SeenTarget) => AlertDecision<Result>,
    ) =>
      changeCounts<Result>(reference.organizationId, async (organization) => {
        const read = await readTarget(reference);
        const { result, write } = decide({ organization, target: read?.target });
        if (write === undefined || read === undefined) return { result };
        return {
          result,
          write: {
            organization: { change: "counts", groups: 0, alerts: 1 },
            items: [
              alertCreation(tables.alerts, write.alert),
              read.whileUnchanged({ alerts: 1, nowMs: clock.now() }),
            ],
          },
        };
      }),

    async change<Result>(key: AlertKey, decide: (seen: SeenAlert) => AlertDecision<Result>) {
      const contention = { attempts: 30, what: `alert ${key.alertId}` };
      return await retryConflicts<Result | undefined>(clock, contention, async () => {
        const [organization, before] = await Promise.all([
          organizations.get(key.organizationId),
          find(key),
        ]);
        if (organization === undefined || before === undefined) return undefined;
        const read = await readTarget(before);
        const { result, write } = decide({ organization, target: read?.target, alert: before });
        if (write === undefined) return result;
        const fence = write.setFromLevel
          ? read && [read.whileUnchanged({ alerts: 0, nowMs: clock.now() })]
          : read?.withoutFence({ alerts: 0 });
        const replacement = alertReplacement(tables.alerts, { before, after: write.alert });
        const written = await transact(client, [replacement, ...(fence ?? [])]);
        return written.result === "written" ? result : conflict;
      });
    },

    remove: (key) =>
      changeCounts<SeenAlert | undefined>(key.organizationId, async (organization) => {
        const alert = await find(key);
        if (alert === undefined) return { result: undefined };
        const read = await readTarget(alert);
        return {
          result: { organization, target: read?.target, alert },
          write: {
            organization: { change: "counts", groups: 0, alerts: -1 },
            items: [
              alertDeletion(tables.alerts, alert),
              ...(read?.withoutFence({ alerts: -1 }) ?? []),
            ],
          },
        };
      }),
  };
}
