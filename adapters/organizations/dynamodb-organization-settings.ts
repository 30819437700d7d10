import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import { rescheduledDayStart } from "../../core/organizations/due-days.ts";
import {
  nextAlertEpoch,
  type Organization,
  type OrganizationRecord,
  type Plan,
} from "../../core/organizations/organization.ts";
import type {
  OrganizationDecision,
  OrganizationSettingsStore,
  Plans,
} from "../../core/organizations/organization-changes.ts";
import { requestLimits } from "../../core/organizations/plan.ts";
import type { Tables } from "../../core/tables.ts";
import { auditPut } from "../audit/dynamodb-audit-log.ts";
import { type MemberAuditTables, memberAuditWrite } from "../members/member-audit-items.ts";
import { changeOrganization } from "./dynamodb-organization-change.ts";

export type SettingTables = MemberAuditTables & Tables<"organizations">;

export function dynamodbOrganizationSettings(
  client: DynamoDBClient,
  tables: SettingTables,
  clock: Clock,
  options?: Parameters<typeof changeOrganization>[3],
): OrganizationSettingsStore {
  const change = changeOrganization(client, tables.organizations, clock, options);
  return {
    change: <Result>(
      organizationId: string,
      decide: (before: Organization) => OrganizationDecision<Result>,
    ) =>
      change<Result | { result: "forbidden" }>(organizationId, async (record) => {
        const { result, write } = decide(record.organization);
        if (write === undefined) return { result };
        const { settings, audit, action = "change_organization" } = write;
        const { entries, checked } = memberAuditWrite(tables, audit, {
          action,
          otherwise: { result: "forbidden" } as const,
        });
        const planned = rescheduledDayStart(record, settings, clock.now());
        const own = { change: "settings", settings: { ...settings, ...planned } } as const;
        return { result, write: { organization: own, items: entries, ...checked } };
      }),
  };
}

export function dynamodbPlans(
  client: DynamoDBClient,
  tables: SettingTables & Tables<"apiKeys" | "webhookEndpoints">,
  clock: Clock,
): Plans {
  const change = changeOrganization(client, tables.organizations, clock);
  return {
    set: (organizationId, plan, auditOf) =>
      change<{ before: OrganizationRecord; after: Organization }>(
        organizationId,
        async (record) => {
          const { organization: before } = record;
          const after = { ...before, plan };
          const keys = Object.values(record.apiKeys).map((keyHash) => ({
            Update: { TableName: tables.apiKeys, ...limitsUpdate(keyHash, plan) },
          }));
          const endpoints = [...record.endpointIds].map((endpointId) => ({
            Update: {
              TableName: tables.webhookEndpoints,
              ...planUpdate({ organizationId, endpointId }, plan),
            },
          }));
          const audit = auditOf?.({ before, after });
          const entries = audit === undefined ? [] : [auditPut(tables.auditEntries, audit.entry)];
          return {
            result: { before: record, after },
            write: {
              organization: {
                change: "plan",
                plan,
                alertEpoch: nextAlertEpoch(record, plan, clock.now()),
              },
              items: [...keys, ...endpoints, ...entries],
            },
          };
        },
      ),
  };
}

function limitsUpdate(keyHash: string, plan: Plan) {
  const { requestsPerMinute, requestsPerHour } = requestLimits(plan);
  return {
    Key: marshall({ keyHash }),
    UpdateExpression: "SET #plan = :plan, requestsPerMinute = :minute, requestsPerHour = :hour",
    ConditionExpression: "attribute_exists(keyHash)",
    ExpressionAttributeNames: { "#plan": "plan" },
    ExpressionAttributeValues: marshall({
      ":plan": plan,
      ":minute": requestsPerMinute,
      ":hour": requestsPerHour,
    }),
  };
}

function planUpdate(key: { organizationId: string; endpointId: string }, plan: Plan) {
  return {
    Key: marshall(key),
    UpdateExpression: "SET #plan = :plan",
    ConditionExpression: "attribute_exists(endpointId)",
    ExpressionAttributeNames: { "#plan": "plan" },
    ExpressionAttributeValues: marshall({ ":plan": plan }),
  };
}
