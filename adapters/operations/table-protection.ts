import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import type { ProtectionFacts } from "../../core/operations/data-protection.ts";

/** Reads how tables are protected; one after the other, because AWS limits these calls to few a second. */
export async function tableProtection(
  client: DynamoDBClient,
  tables: { name: string; tableName: string }[],
): Promise<ProtectionFacts["tables"]> {
  const facts: ProtectionFacts["tables"] = [];
  for (const { name, tableName: TableName } of tables) {
    const [{ Table }, { ContinuousBackupsDescription }] = await Promise.all([
      client.send(new DescribeTableCommand({ TableName })),
      client.send(new DescribeContinuousBackupsCommand({ TableName })),
    ]);
    const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
    facts.push({
      name,
      deletionProtection: Table?.DeletionProtectionEnabled ?? false,
      pointInTimeRecovery: recovery?.PointInTimeRecoveryStatus === "ENABLED",
    });
  }
  return facts;
}
