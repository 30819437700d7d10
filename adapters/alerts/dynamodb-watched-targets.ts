import type { DynamoDBClient, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import {
  type TargetReference,
  type WatchedTarget,
  watchedCounter,
  watchedGroup,
} from "../../core/alerts/watched-target.ts";
import { type StoredCounter, timeOfChange } from "../../core/counters/counter.ts";
import type { StoredGroup } from "../../core/groups/group.ts";
import type { Tables } from "../../core/tables.ts";
import { dynamodbStoredCounters } from "../counters/dynamodb-counters.ts";
import { dynamodbGroups, type GroupTables } from "../groups/dynamodb-groups.ts";

export type TargetTables = GroupTables & Tables<"counters">;

/** A target as it was read, and the writes that go along with a change of its alerts. */
export interface ReadTarget {
  target: WatchedTarget;
  /**
   * Adds this many alerts on condition that the target is as it was read: no count falls between
   * the level and the state that it sets. A racing tap or evaluation tries again.
   */
  whileUnchanged(change: { alerts: number; nowMs: number }): TransactWriteItem;
  /** Adds this many alerts, whatever else has changed meanwhile. Returns nothing if no write is needed. */
  withoutFence(change: { alerts: number }): TransactWriteItem[];
}

export type ReadTargets = (reference: TargetReference) => Promise<ReadTarget | undefined>;

/** Reads what alerts watch, strongly consistent. */
export function dynamodbWatchedTargets(client: DynamoDBClient, tables: TargetTables): ReadTargets {
  const counters = dynamodbStoredCounters(client, tables);
  const groups = dynamodbGroups(client, tables);
  return async ({ scope, organizationId, targetId }) => {
    if (scope === "counter") {
      const counter = await counters.get({ organizationId, counterId: targetId });
      return counter && readCounter(tables.counters, counter);
    }
    const group = await groups.get({ organizationId, groupId: targetId });
    return group && readGroup(tables.counterGroups, group);
  };
}

function readCounter(tableName: string, counter: StoredCounter): ReadTarget {
  const { organizationId, id, version } = counter;
  const item = { TableName: tableName, Key: marshall({ organizationId, counterId: id }) };
  return {
    target: watchedCounter(counter),
    whileUnchanged: ({ alerts, nowMs }) => ({
      Update: {
        ...item,
        UpdateExpression: "SET #version = :next, updatedAt = :now ADD alertCount :alerts",
        ConditionExpression: "#version = :version",
        ExpressionAttributeNames: { "#version": "version" },
        ExpressionAttributeValues: marshall({
          ":version": version,
          ":next": version + 1,
          ":now": timeOfChange(counter, nowMs),
          ":alerts": alerts,
        }),
      },
    }),
    // The version stays: a tap that runs at the same time may carry the attributes of evaluation
    // once more.
    withoutFence: ({ alerts }) =>
      alerts === 0
        ? []
        : [
            {
              Update: {
                ...item,
                UpdateExpression: "ADD alertCount :alerts",
                ConditionExpression: "attribute_exists(counterId)",
                ExpressionAttributeValues: marshall({ ":alerts": alerts }),
              },
            },
          ],
  };
}

/** Every change of a group's alerts raises the revision of the group, the fence of evaluation. */
function readGroup(tableName: string, group: StoredGroup): ReadTarget {
  const { organizationId, id, revision } = group;
  const item = {
    TableName: tableName,
    Key: marshall({ organizationId, groupId: id }),
    UpdateExpression: "ADD alertCount :alerts, revision :one",
  };
  return {
    target: watchedGroup(group),
    whileUnchanged: ({ alerts }) => ({
      Update: {
        ...item,
        ConditionExpression: "revision = :revision",
        ExpressionAttributeValues: marshall({
          ":alerts": alerts,
          ":one": 1,
          ":revision": revision,
        }),
      },
    }),
    withoutFence: ({ alerts }) => [
      {
        Update: {
          ...item,
          ConditionExpression: "attribute_exists(groupId)",
          ExpressionAttributeValues: marshall({ ":alerts": alerts, ":one": 1 }),
        },
      },
    ],
  };
}
