import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { KMSClient } from "@aws-sdk/client-kms";
import type { CanarySetupPorts } from "../../../core/operations/canary/canary-setup.ts";
import { dynamodbCounterCreator } from "../../counters/dynamodb-counter-creation.ts";
import { dynamodbApiKeys } from "../../organizations/dynamodb-api-keys.ts";
import { dynamodbOrganizations } from "../../organizations/dynamodb-organizations.ts";
import { randomBase62 } from "../../random.ts";
import { systemClock } from "../../system-clock.ts";
import { dynamodbEndpointRegistry } from "../../webhooks/dynamodb-endpoint-registry.ts";
import { resolveName } from "../../webhooks/https/https-receiver.ts";
import { secretSealer } from "../../webhooks/kms-signing-secrets.ts";

export interface CanarySettings {
  tables: {
    organizations: string;
    apiKeys: string;
    counters: string;
    webhookEndpoints: string;
    dataKeys: string;
  };
  keyBrand: string;
  kmsKeyArn: string;
  allowedAddresses: string[];
}

/** The tables of groups and members are not the canary's: an operator's changes do not use them. */
const notUsed = { counterGroups: "-", groupMembers: "-", members: "-", auditEntries: "-" };

/** What sets up the canary's organization, as an operator would. */
export function canarySetupPorts(
  clients: { dynamodb: DynamoDBClient; kms: KMSClient },
  { tables, keyBrand, kmsKeyArn, allowedAddresses }: CanarySettings,
): CanarySetupPorts {
  const { dynamodb } = clients;
  const all = { ...notUsed, ...tables };
  return {
    clock: systemClock,
    now: systemClock.now,
    randomBase62,
    keyBrand,
    allowedAddresses,
    organizations: dynamodbOrganizations(dynamodb, tables.organizations),
    counterCreator: dynamodbCounterCreator(dynamodb, all, systemClock),
    apiKeys: dynamodbApiKeys(dynamodb, all, systemClock),
    endpointRegistry: dynamodbEndpointRegistry(
      dynamodb,
      { organizations: tables.organizations, webhookEndpoints: tables.webhookEndpoints },
      systemClock,
    ),
    // Whatever the reason, a name that cannot be looked up has no address.
    resolve: (name) => resolveName(name).catch(() => []),
    sealSecret: secretSealer(clients, { tableName: tables.dataKeys, kmsKeyArn }),
  };
}
