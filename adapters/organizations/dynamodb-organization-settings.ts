import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { nextAlertEpoch } from "../../core/alerts/alert.ts";
import type { Clock } from "../../core/clock.ts";
import {
  type Organization,
  type Plan,
  requestLimits,
} from "../../core/organizations/organization.ts";
import type {
  OrganizationNames,
  Plans,
  TimeZones,
} from "../../core/organizations/organization-changes.ts";
import { changeOrganization } from "./dynamodb-organization-change.ts";

export function dynamodbOrganizationNames(
  client: DynamoDBClient,
  tableName: string,
  clock: Clock,
): OrganizationNames {
  const change = changeOrganization(client, tableName, clock);
  return {
    set: (organizationId, name) =>
      change<Organization>(organizationId, async (record) => ({
        result: { ...record.organization, name },
        write: { organization: { change: "name", name }, items: [] },
      })),
  };
}

export function dynamodbTimeZones(
  client: DynamoDBClient,
  tableName: string,
  clock: Clock,
): TimeZones {
  const change = changeOrganization(client, tableName, clock);
  return {
    set: (organizationId, timeZone) =>
      change<Organization>(organizationId, async (record) => ({
        result: { ...record.organization, timeZone },
        write: { organization: { change: "time_zone", timeZone }, items: [] },
      })),
  };
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
