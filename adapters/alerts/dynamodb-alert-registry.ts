import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { AlertKey } from "../../core/alerts/alert.ts";
import type {
  AlertDecision,
  AlertRegistry,
  SeenAlert,
  SeenBeforeCreation,
} from "../../core/alerts/alert-registry.ts";
import type { TargetReference } from "../../core/alerts/watched-target.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import type { Clock } from "../../core/clock.ts";
import { conflict, retryConflicts } from "../../core/conflict.ts";
import type { Tables } from "../../core/tables.ts";
import { failedCondition, transact } from "../aws/dynamodb-transaction.ts";
import {
  type MemberAuditTables,
  memberAuditItems,
  memberAuditWrite,
} from "../members/member-audit-items.ts";
import { changeOrganization } from "../organizations/dynamodb-organization-change.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import {
  alertCreation,
  alertDeletion,
  alertReplacement,
  dynamodbAlerts,
} from "./dynamodb-alerts.ts";
import { dynamodbWatchedTargets, type TargetTables } from "./dynamodb-watched-targets.ts";

export type AlertTables = TargetTables & MemberAuditTables & Tables<"organizations" | "alerts">;

/**
 * Creating and deleting go through the organization's item on condition of its revision, so the
 * limits hold under any race.
 */
export function dynamodbAlertRegistry(
  client: DynamoDBClient,
  tables: AlertTables,
  clock: Clock,
): AlertRegistry {
  const { list } = dynamodbAlerts(client, tables);
  const readTarget = dynamodbWatchedTargets(client, tables);
  const organizations = dynamodbOrganizations(client, tables);
  const changeCounts = changeOrganization(client, tables.organizations, clock);

  // The key of an alert begins with its target, which a caller who has its id does not know.
  async function find({ organizationId, alertId }: AlertKey) {
    return (await list(organizationId)).find(({ id }) => id === alertId);
  }

  const forbidden = { action: "manage_alerts", otherwise: "forbidden" } as const;

  return {
    list,

    async target(reference) {
      return (await readTarget(reference))?.target;
    },

    create: <Result>(
      reference: TargetReference & { alertId: string },
      decide: (seen: SeenBeforeCreation) => AlertDecision<Result>,
    ) =>
      changeCounts<Result | "forbidden">(reference.organizationId, async (organization) => {
        const [read, existing] = await allInOrder([readTarget(reference), find(reference)]);
        const { result, write } = decide({ organization, target: read?.target, existing });
        if (write === undefined || read === undefined) return { result };
        const { entries, checked } = memberAuditWrite(tables, write.audit, forbidden);
        return {
          result,
          write: {
            organization: { change: "counts", groups: 0, alerts: 1 },
            items: [
              alertCreation(tables.alerts, write.alert),
              read.whileUnchanged({ alerts: 1, nowMs: clock.now() }),
              ...entries,
            ],
            ...checked,
          },
        };
      }),

    async change<Result>(key: AlertKey, decide: (seen: SeenAlert) => AlertDecision<Result>) {
      const contention = { attempts: 30, what: `alert ${key.alertId}` };
      return await retryConflicts<Result | "forbidden" | undefined>(clock, contention, async () => {
        const [organization, before] = await allInOrder([
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
        const { check, entries } = memberAuditItems(tables, write.audit, "manage_alerts");
        const checks = check === undefined ? [] : [check];
        const items = [...checks, replacement, ...(fence ?? []), ...entries];
        const written = await transact(client, items);
        if (written.result === "written") return result;
        return checks.length > 0 && failedCondition(written.reasons[0]) ? "forbidden" : conflict;
      });
    },

    remove: (key, auditOf) =>
      changeCounts<SeenAlert | "forbidden" | undefined>(
        key.organizationId,
        async (organization) => {
          const alert = await find(key);
          if (alert === undefined) return { result: undefined };
          const read = await readTarget(alert);
          const { entries, checked } = memberAuditWrite(tables, auditOf(alert), forbidden);
          return {
            result: { organization, target: read?.target, alert },
            write: {
              organization: { change: "counts", groups: 0, alerts: -1 },
              items: [
                alertDeletion(tables.alerts, alert),
                ...(read?.withoutFence({ alerts: -1 }) ?? []),
                ...entries,
              ],
              ...checked,
            },
          };
        },
      ),
  };
}
