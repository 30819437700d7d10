import { Stack, Validations } from "aws-cdk-lib";
import {
  type Attribute,
  AttributeType,
  ProjectionType,
  StreamViewType,
  type TablePropsV2,
  TableV2,
} from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import {
  constructOf,
  type StandingTable,
  type TableDescription,
  type TableName,
  tableDescription,
  tableNames,
} from "../../core/tables.ts";
import type { Configuration } from "../configuration.ts";

type Tables = Record<StandingTable, TableV2> & Partial<Record<TableName, TableV2>>;

const tablesOfStacks = new WeakMap<Stack, Tables>();

/** The tables; those that keep data are protected as the configuration says. */
export function makeTables(scope: Construct, configuration: Configuration): void {
  const { ephemeral, protectData, dataRemoval } = configuration;
  const group = new Construct(scope, "Tables");
  if (ephemeral) {
    Validations.of(group).acknowledge({
      id: "AwsSolutions::AwsSolutions-DDB3",
      reason: "The data of an ephemeral stage needs no point-in-time recovery.",
    });
  }
  // CloudFormation does not put a stack's tags on replicas: AWS::DynamoDB::GlobalTable itself has none.
  const tags = Object.entries(Stack.of(scope).tags.tagValues());
  const made = tableNames.flatMap((name) => {
    const described = tableDescription(name);
    if (described.onlyWith && configuration[described.onlyWith] === undefined) return [];
    const table = new TableV2(group, constructOf(name), {
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: !ephemeral },
      deletionProtection: protectData,
      removalPolicy: dataRemoval,
      tags: tags.map(([key, value]) => ({ key, value })),
      ...(described.isWrittenByTaps && warmThroughput(configuration)),
      ...propertiesOf(described),
    });
    return [[name, table] as const];
  });
  tablesOfStacks.set(Stack.of(scope), Object.fromEntries(made) as Tables);
}

/** The tables of the scope's stack. */
export function tablesOf(scope: Construct): Tables {
  const tables = tablesOfStacks.get(Stack.of(scope));
  if (tables === undefined) throw new Error("the stack has no tables yet");
  return tables;
}

/** A table of the scope's stack, which the configuration has asked for. */
export function tableOf(scope: Construct, name: TableName): TableV2 {
  const table = tablesOf(scope)[name];
  if (table === undefined) throw new Error(`the stack has no table ${name}`);
  return table;
}

function propertiesOf(described: TableDescription): TablePropsV2 {
  const { partitionKey, sortKey, sortKeyType, expires, hasStream, index } = described;
  const ofText = (name: string): Attribute => ({ name, type: AttributeType.STRING });
  const type = sortKeyType === "number" ? AttributeType.NUMBER : AttributeType.STRING;
  return {
    partitionKey: ofText(partitionKey),
    ...(sortKey && { sortKey: { name: sortKey, type } }),
    ...(expires && { timeToLiveAttribute: "expiresAt" }),
    ...(hasStream && { dynamoStream: StreamViewType.NEW_IMAGE }),
    ...(index && {
      globalSecondaryIndexes: [
        {
          indexName: index.name,
          partitionKey: ofText(index.partitionKey ?? partitionKey),
          sortKey: ofText(index.sortKey),
          ...(index.attributes.length === 0
            ? { projectionType: ProjectionType.KEYS_ONLY }
            : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: index.attributes }),
        },
      ],
    }),
  };
}

/** Units that a table takes in a second, read and written each ("Quotas in Amazon DynamoDB"). */
const tableQuota = 40_000;

/** What the tables of a tap can take at once; DynamoDB never lowers it again. */
function warmThroughput({
  warmTapsPerSecond,
}: Configuration): Pick<TablePropsV2, "warmThroughput"> {
  if (warmTapsPerSecond === undefined) return {};
  // An item of up to 1 KB in a transaction takes 2 units to write. A phone that shows the count reads
  // 3 or 4 a second; DynamoDB keeps at least 12,000 and 4,000 units ready anyway. DynamoDB warms
  // a table up to its quota only ("Understanding DynamoDB warm throughput").
  const within = (least: number, units: number) => Math.max(least, Math.min(units, tableQuota));
  return {
    warmThroughput: {
      readUnitsPerSecond: within(12_000, 4 * warmTapsPerSecond),
      writeUnitsPerSecond: within(4_000, 2 * warmTapsPerSecond),
    },
  };
}
