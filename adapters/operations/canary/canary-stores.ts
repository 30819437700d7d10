import { setTimeout } from "node:timers/promises";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { KMSClient } from "@aws-sdk/client-kms";
import { Counter } from "../../../core/counters/counter.ts";
import { countTap } from "../../../core/counters/taps/count-batch.ts";
import {
  type CanaryCredentials,
  canaryCounter,
} from "../../../core/operations/canary/canary-identity.ts";
import type { CanaryPorts } from "../../../core/operations/canary/canary-run.ts";
import {
  type CanarySetupPorts,
  ensureCanary,
} from "../../../core/operations/canary/canary-setup.ts";
import { bodyOf } from "../../../core/operations/steps.ts";
import { dynamodbTaps, type TapTables } from "../../counters/dynamodb-taps.ts";
import { dynamodbCounterCreator } from "../../counters/settings/dynamodb-counter-creation.ts";
import { dynamodbApiKeys } from "../../keys/dynamodb-api-keys.ts";
import {
  dynamodbOrganizationCreator,
  dynamodbOrganizations,
} from "../../organizations/dynamodb-organizations.ts";
import { randomBase62 } from "../../random.ts";
import { systemClock } from "../../system-clock.ts";
import { dynamodbEndpointRegistry } from "../../webhooks/dynamodb-endpoint-registry.ts";
import { resolveName } from "../../webhooks/https-receiver.ts";
import { secretSealer } from "../../webhooks/kms-signing-secrets.ts";
import { askWithin } from "../ask.ts";
import { dynamodbArrivals } from "./dynamodb-arrivals.ts";

export interface CanarySettings {
  tables: TapTables & Record<"apiKeys" | "webhookEndpoints" | "dataKeys" | "auditEntries", string>;
  apiUrl: string;
  /** Where its webhooks go. */
  receiverUrl: string;
  keyBrand: string;
  kmsKeyArn: string;
  allowedAddresses: string[];
}

/** What a run works with; the credentials are read when they are needed. */
export function canaryStores(
  clients: { dynamodb: DynamoDBClient; kms: KMSClient },
  settings: CanarySettings,
  credentials: () => Promise<CanaryCredentials>,
): CanaryPorts {
  const { tables, receiverUrl, apiUrl } = settings;
  const setup = canarySetupStores(clients, settings);
  const taps = dynamodbTaps(clients.dynamodb, tables);
  const ask = askWithin(timeoutMs);
  return {
    ensure: async () => ensureCanary(setup, { credentials: await credentials(), receiverUrl }),
    count: (idempotencyKey) =>
      countTap(taps, systemClock, {
        key: canaryCounter,
        tap: { direction: "up", metadata: null },
        idempotencyKey,
      }),
    async read() {
      const { keyText } = await credentials();
      const asked = await ask(`${apiUrl}/api/v1/counters/${canaryCounter.counterId}`, {
        headers: { authorization: `Bearer ${keyText}` },
      });
      return bodyOf(asked, Counter.pick({ lastEventId: true })).lastEventId;
    },
    arrivedAtMs: dynamodbArrivals(clients.dynamodb, tables).arrivedAtMs,
    now: systemClock.now,
    wait: async (ms) => await setTimeout(ms),
  };
}

/** The tables of groups and members are not the canary's: an operator's changes do not use them. */
const notUsed = {
  ...{ counterGroups: "-", groupMembers: "-", members: "-" },
  rateLimits: "-",
};

/** What sets up the canary's organization, as an operator would. */
export function canarySetupStores(
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
    organizations: dynamodbOrganizations(dynamodb, tables),
    organizationCreator: dynamodbOrganizationCreator(dynamodb, all),
    counterCreator: dynamodbCounterCreator(dynamodb, all, systemClock),
    apiKeys: dynamodbApiKeys(dynamodb, all, systemClock),
    endpointRegistry: dynamodbEndpointRegistry(dynamodb, all, systemClock),
    // Its endpoint has no filter, and so these tables are not read.
    unknownTargets: async (_, { counterIds, groupIds }) => [...counterIds, ...groupIds],
    // Whatever the reason, a name that cannot be looked up has no address.
    resolve: (name) => resolveName(name).catch(() => []),
    sealSecret: secretSealer(clients, { tableName: tables.dataKeys, kmsKeyArn }),
  };
}

/** A request that takes longer has failed: the read API's own functions end after 10 s. */
const timeoutMs = 8_000;
