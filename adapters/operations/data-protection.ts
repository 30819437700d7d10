import {
  type CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
  ResourceNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { allInOrder } from "../../core/all-in-order.ts";
import type { ProtectionFacts, UserPoolState } from "../../core/operations/data-protection.ts";

/** Reads how tables are protected; one after the other, because AWS limits these calls to few a second. */
export async function tableProtection(
  client: DynamoDBClient,
  tables: { name: string; tableName: string }[],
): Promise<ProtectionFacts["tables"]> {
  const facts: ProtectionFacts["tables"] = [];
  for (const { name, tableName: TableName } of tables) {
    const [{ Table }, { ContinuousBackupsDescription }] = await allInOrder([
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

/**
 * Reads whether a user pool can be deleted ("User pool deletion protection"); the id is undefined for
 * a stack without one.
 */
export async function userPoolProtection(
  client: CognitoIdentityProviderClient,
  userPoolId: string | undefined,
): Promise<UserPoolState> {
  if (userPoolId === undefined) return "none";
  try {
    const { UserPool } = await client.send(new DescribeUserPoolCommand({ UserPoolId: userPoolId }));
    return UserPool?.DeletionProtection === "ACTIVE" ? "protected" : "deletable";
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return "gone";
    throw error;
  }
}
