import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { nextAlertEpoch } from "../../core/alerts/alert.ts";
import type { Clock } from "../../core/clock.ts";
import { compareFields } from "../../core/counters/settings-edit.ts";
import type { Organization, Plan } from "../../core/organizations/organization.ts";
import type {
  AuditOf,
  OrganizationSetting,
  Plans,
  SettingChange,
} from "../../core/organizations/organization-changes.ts";
import { requestLimits } from "../../core/organizations/plan.ts";
import { type MemberAuditTables, memberAuditWrite } from "../members/member-audit-items.ts";
import { changeOrganization, type OrganizationChange } from "./dynamodb-organization-change.ts";

export interface SettingTables extends MemberAuditTables {
  organizations: string;
}

export function dynamodbOrganizationNames(
  client: DynamoDBClient,
  tables: SettingTables,
  clock: Clock,
): OrganizationSetting {
  const set = settingChange(client, tables, clock);
  return {
    set: (organizationId, { to: name, seen }, auditOf) =>
      set(organizationId, {
        change: { change: "name", name },
        settings: { name },
        ...(seen !== undefined && { seen: { name: seen } }),
        auditOf,
      }),
  };
}

export function dynamodbTimeZones(
  client: DynamoDBClient,
  tables: SettingTables,
  clock: Clock,
): OrganizationSetting {
  const set = settingChange(client, tables, clock);
  return {
    set: (organizationId, { to: timeZone, seen }, auditOf) =>
      set(organizationId, {
        change: { change: "time_zone", timeZone },
        settings: { timeZone },
        ...(seen !== undefined && { seen: { timeZone: seen } }),
        auditOf,
      }),
  };
}

interface Setting {
  change: OrganizationChange;
  settings: Partial<Organization>;
  seen?: Partial<Organization>;
  auditOf: AuditOf;
}

/** Changes settings of an organization, and records a member's change with it. */
function settingChange(client: DynamoDBClient, tables: SettingTables, clock: Clock) {
  const change = changeOrganization(client, tables.organizations, clock);
  return (
    organizationId: string,
    { change: organization, settings, seen = {}, auditOf }: Setting,
  ) =>
    change<SettingChange>(organizationId, async ({ organization: before }) => {
      const { wanted, conflicting } = compareFields(before, settings, seen);
      if (conflicting.length > 0) return { result: { result: "conflict" } };
      const after = { ...before, ...settings };
      const result: SettingChange = { result: "set", before, after };
      if (Object.keys(wanted).length === 0) return { result };
      const { entries, checked } = memberAuditWrite(tables, auditOf({ before, after }), {
        action: "change_organization",
        otherwise: { result: "forbidden" } as const,
      });
      return { result, write: { organization, items: entries, ...checked } };
    });
}

export function dynamodbPlans(
  client: DynamoDBClient,
  tables: { organizations: string; apiKeys: string; webhookEndpoints: string },
  clock: Clock,
): Plans {
  const change = changeOrganization(client, tables.organizations, clock);
  return {
    set: (organizationId, plan) =>
      change<Organization>(organizationId, async (record) => {
        const keys = Object.values(record.apiKeys).map((keyHash) => ({
          Update: { TableName: tables.apiKeys, ...limitsUpdate(keyHash, plan) },
        }));
        const endpoints = [...record.endpointIds].map((endpointId) => ({
          Update: {
            TableName: tables.webhookEndpoints,
            ...planUpdate({ organizationId, endpointId }, plan),
          },
        }));
        return {
          result: { ...record.organization, plan },
          write: {
            organization: {
              change: "plan",
              plan,
              alertEpoch: nextAlertEpoch(record, plan, clock.now()),
            },
            items: [...keys, ...endpoints],
          },
        };
      }),
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
