import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import { compareFields } from "../../core/compare-fields.ts";
import {
  nextAlertEpoch,
  type Organization,
  type OrganizationRecord,
  type Plan,
} from "../../core/organizations/organization.ts";
import type {
  OrganizationSetting,
  Plans,
  SettingChange,
} from "../../core/organizations/organization-changes.ts";
import { requestLimits } from "../../core/organizations/plan.ts";
import type { Tables } from "../../core/tables.ts";
import { auditPut } from "../audit/dynamodb-audit-log.ts";
import { type MemberAuditTables, memberAuditWrite } from "../members/member-audit-items.ts";
import { changeOrganization, type OrganizationChange } from "./dynamodb-organization-change.ts";

export type SettingTables = MemberAuditTables & Tables<"organizations">;

export function dynamodbOrganizationNames(
  client: DynamoDBClient,
  tables: SettingTables,
  clock: Clock,
): OrganizationSetting {
  return organizationSetting({ client, tables, clock }, "name", (name) => ({
    change: "name",
    name,
  }));
}

export function dynamodbTimeZones(
  client: DynamoDBClient,
  tables: SettingTables,
  clock: Clock,
): OrganizationSetting {
  return organizationSetting({ client, tables, clock }, "timeZone", (timeZone) => ({
    change: "time_zone",
    timeZone,
  }));
}

interface SettingPorts {
  client: DynamoDBClient;
  tables: SettingTables;
  clock: Clock;
}

/** Changes one setting of an organization, with its audit entry. */
function organizationSetting(
  { client, tables, clock }: SettingPorts,
  field: "name" | "timeZone",
  changeTo: (to: string) => OrganizationChange,
): OrganizationSetting {
  const change = changeOrganization(client, tables.organizations, clock);
  return {
    set: (organizationId, { to, seen }, auditOf) =>
      change<SettingChange>(organizationId, async ({ organization: before }) => {
        const known = seen === undefined ? {} : { [field]: seen };
        const { wanted, conflicting } = compareFields(before, { [field]: to }, known);
        if (conflicting.length > 0) return { result: { result: "conflict" } };
        const after = { ...before, ...wanted };
        const result: SettingChange = { result: "set", before, after };
        if (Object.keys(wanted).length === 0) return { result };
        const { entries, checked } = memberAuditWrite(tables, auditOf?.({ before, after }), {
          action: "change_organization",
          otherwise: { result: "forbidden" } as const,
        });
        const organization = changeTo(to);
        return { result, write: { organization, items: entries, ...checked } };
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
