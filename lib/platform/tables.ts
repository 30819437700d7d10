import { Validations } from "aws-cdk-lib";
import {
  type Attribute,
  AttributeType,
  ProjectionType,
  StreamViewType,
  type TablePropsV2,
  TableV2,
} from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";

/** Of the deliveries table: by state and time, all that are not delivered. */
export const openDeliveriesIndex = "OpenDeliveries";

/** One table per kind of thing: IAM can limit which function may use which. */
export class Tables extends Construct {
  readonly organizations: TableV2;
  readonly organizationDeletions: TableV2;
  readonly apiKeys: TableV2;
  readonly counters: TableV2;
  readonly countEvents: TableV2;
  readonly countMarks: TableV2;
  readonly settingsChanges: TableV2;
  readonly idempotencyKeys: TableV2;
  readonly webhookEndpoints: TableV2;
  readonly dataKeys: TableV2;
  readonly deliveries: TableV2;
  readonly embedSessions: TableV2;
  readonly counterGroups: TableV2;
  readonly groupMembers: TableV2;
  readonly alerts: TableV2;
  readonly alertFirings: TableV2;
  readonly people: TableV2;
  readonly members: TableV2;
  readonly invitations: TableV2;
  readonly sessions: TableV2;
  readonly gates: TableV2;
  readonly rateLimits: TableV2;
  readonly auditEntries: TableV2;

  constructor(scope: Construct, id: string, configuration: Configuration) {
    super(scope, id);
    const { ephemeral, protectData, dataRemoval } = configuration;
    if (ephemeral) {
      Validations.of(this).acknowledge({
        id: "AwsSolutions::AwsSolutions-DDB3",
        reason: "The data of an ephemeral stage needs no point-in-time recovery.",
      });
    }
    const warm = warmThroughput(configuration);
    const table = (name: string, props: TablePropsV2) =>
      new TableV2(this, name, {
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: !ephemeral },
        deletionProtection: protectData,
        removalPolicy: dataRemoval,
        ...props,
      });

    this.organizations = table("Organizations", { partitionKey: text("organizationId") });
    // Those that are not finished yet.
    this.organizationDeletions = table("OrganizationDeletions", {
      partitionKey: text("organizationId"),
    });
    this.apiKeys = table("ApiKeys", { partitionKey: text("keyHash") });
    this.counters = table("Counters", {
      ...warm,
      partitionKey: text("organizationId"),
      sortKey: text("counterId"),
    });
    this.countEvents = table("CountEvents", {
      ...warm,
      partitionKey: text("counterKey"),
      sortKey: number("lastEventId"),
      dynamoStream: StreamViewType.NEW_IMAGE,
    });
    // Of counters and of groups.
    this.countMarks = table("CountMarks", {
      ...warm,
      partitionKey: text("targetKey"),
      sortKey: text("mark"),
    });
    this.settingsChanges = table("SettingsChanges", {
      partitionKey: text("counterId"),
      sortKey: number("version"),
    });
    this.idempotencyKeys = table("IdempotencyKeys", {
      ...warm,
      partitionKey: text("counterId"),
      sortKey: text("idempotencyKey"),
      timeToLiveAttribute: "expiresAt",
    });
    this.webhookEndpoints = table("WebhookEndpoints", {
      partitionKey: text("organizationId"),
      sortKey: text("endpointId"),
    });
    this.dataKeys = table("DataKeys", { partitionKey: text("keyName") });
    this.deliveries = table("Deliveries", {
      partitionKey: text("endpointId"),
      sortKey: text("deliveryKey"),
      timeToLiveAttribute: "expiresAt",
      // Only of deliveries that are not delivered: a first-try success does not touch it.
      globalSecondaryIndexes: [
        {
          indexName: openDeliveriesIndex,
          partitionKey: text("endpointId"),
          sortKey: text("openKey"),
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: ["closedAtMs"],
        },
      ],
    });
    this.embedSessions = table("EmbedSessions", { partitionKey: text("sessionId") });
    this.counterGroups = table("CounterGroups", {
      partitionKey: text("organizationId"),
      sortKey: text("groupId"),
    });
    this.groupMembers = table("GroupMembers", {
      partitionKey: text("groupKey"),
      sortKey: text("counterId"),
    });
    this.alerts = table("Alerts", {
      partitionKey: text("organizationId"),
      sortKey: text("alertKey"),
    });
    this.alertFirings = table("AlertFirings", {
      partitionKey: text("organizationId"),
      sortKey: text("firingKey"),
      dynamoStream: StreamViewType.NEW_IMAGE,
      timeToLiveAttribute: "expiresAt",
    });
    this.people = table("People", { partitionKey: text("personId") });
    this.members = table("Members", {
      partitionKey: text("organizationId"),
      sortKey: text("memberKey"),
    });
    this.invitations = table("Invitations", {
      partitionKey: text("organizationId"),
      sortKey: text("invitationId"),
      timeToLiveAttribute: "expiresAt",
    });
    this.sessions = table("Sessions", {
      partitionKey: text("sessionHash"),
      timeToLiveAttribute: "expiresAt",
    });
    this.gates = table("Gates", {
      partitionKey: text("organizationId"),
      sortKey: text("gateId"),
    });
    this.rateLimits = table("RateLimits", {
      partitionKey: text("limitKey"),
      timeToLiveAttribute: "expiresAt",
    });
    this.auditEntries = table("AuditEntries", {
      partitionKey: text("organizationId"),
      sortKey: text("entryKey"),
      timeToLiveAttribute: "expiresAt",
    });
  }
}

/** What the tables of a tap can take at once; DynamoDB never lowers it again. */
function warmThroughput({
  warmTapsPerSecond,
}: Configuration): Pick<TablePropsV2, "warmThroughput"> {
  if (warmTapsPerSecond === undefined) return {};
  // An item of up to 1 KB in a transaction takes 2 units to write. A phone that shows the count reads
  // 3 or 4 a second; DynamoDB keeps at least 12,000 and 4,000 units ready anyway.
  return {
    warmThroughput: {
      readUnitsPerSecond: Math.max(12_000, 4 * warmTapsPerSecond),
      writeUnitsPerSecond: Math.max(4_000, 2 * warmTapsPerSecond),
    },
  };
}

function text(name: string): Attribute {
  return { name, type: AttributeType.STRING };
}

function number(name: string): Attribute {
  return { name, type: AttributeType.NUMBER };
}
