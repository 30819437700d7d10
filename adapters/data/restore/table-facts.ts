import {
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
} from "@aws-sdk/client-dynamodb";
import type { TableFacts } from "../../../core/data/restore/check-source.ts";

/** A table as it is now; undefined when there is none of this name. */
export async function tableFacts(
  client: DynamoDBClient,
  tableName: string,
): Promise<TableFacts | undefined> {
  const described = await client
    .send(new DescribeTableCommand({ TableName: tableName }))
    .catch((error: unknown) => {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    });
  const table = described?.Table;
  if (table === undefined) return undefined;
  const types = new Map(
    table.AttributeDefinitions?.map(({ AttributeName, AttributeType }) => [
      AttributeName,
      AttributeType,
    ]),
  );
  const summary = table.RestoreSummary;
  return {
    name: table.TableName ?? tableName,
    arn: table.TableArn ?? "",
    active: table.TableStatus === "ACTIVE",
    keys: ["HASH", "RANGE"].flatMap((kind) =>
      (table.KeySchema ?? [])
        .filter(({ KeyType }) => KeyType === kind)
        .map(({ AttributeName = "" }) => ({
          name: AttributeName,
          type: types.get(AttributeName) ?? "",
        })),
    ),
    ...(summary && {
      restored: {
        sourceArn: summary.SourceTableArn,
        at: summary.RestoreDateTime?.toISOString(),
        inProgress: summary.RestoreInProgress ?? false,
      },
    }),
  };
}
