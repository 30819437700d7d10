import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { CounterKey } from "../../core/counters/counter.ts";
import type { TurnRequest, TurnStore } from "../../core/counters/taps/turns.ts";
import type { Tables } from "../../core/tables.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { counterKeyText } from "./dynamodb-count-events.ts";

/**
 * One item for each crowded counter, in the table of rate limits, whose items expire. A turn costs
 * one write unit, and up to two more where nobody waits.
 */
export function dynamodbTurns(
  client: DynamoDBClient,
  { rateLimits: tableName }: Tables<"rateLimits">,
): TurnStore {
  /** Returns the turn that was given, or else the last one, if there is any. */
  async function update(
    key: CounterKey,
    { set, condition, values }: TurnUpdate,
  ): Promise<{ given: boolean; turn?: TurnItem | undefined }> {
    try {
      const { Attributes } = await client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: { limitKey: { S: `turn:${counterKeyText(key)}` } },
          UpdateExpression: `SET expiresAt = :expiresAt, ${set}`,
          ConditionExpression: condition,
          ExpressionAttributeValues: marshall(values),
          ReturnValues: "ALL_NEW",
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
        { abortSignal: AbortSignal.timeout(patienceMs) },
      );
      return { given: true, turn: parseItem(TurnItem, Attributes) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { given: false, turn: error.Item && parseItem(TurnItem, error.Item) };
    }
  }

  /** The turn after those that were given. */
  async function next(key: CounterKey, turn: TurnRequest) {
    const { nowMs, lengthMs, latestMs } = turn;
    const condition = "endsMs BETWEEN :now AND :latest";
    const bounds = { ":now": nowMs, ":latest": latestMs };
    const values = {
      ...bounds,
      ":length": lengthMs,
      ":unknown": 0,
      ":expiresAt": expiresAt(turn),
    };
    const moved = "beforeMs = if_not_exists(beginsMs, :unknown), beginsMs = endsMs";
    return await update(key, { set: `${moved}, endsMs = endsMs + :length`, condition, values });
  }

  /** A turn that begins now, where all that were given are over. */
  async function first(key: CounterKey, turn: TurnRequest) {
    const { nowMs, lengthMs } = turn;
    const condition = "attribute_not_exists(endsMs) OR endsMs < :now";
    const values = { ":now": nowMs, ":ends": nowMs + lengthMs, ":expiresAt": expiresAt(turn) };
    const set = "beginsMs = :now, endsMs = :ends REMOVE beforeMs";
    return await update(key, { set, condition, values });
  }

  return {
    async reserve(key, turn) {
      // If several requests find every turn over, one gets the first; the others queue behind it.
      for (const attempt of [next, first, next]) {
        const { given, turn: { endsMs, beforeMs } = { endsMs: 0 } } = await attempt(key, turn);
        if (given) return { beginsMs: endsMs - turn.lengthMs, beforeMs };
        if (endsMs > turn.latestMs) return undefined;
      }
      return undefined;
    },
  };
}

interface TurnUpdate {
  set: string;
  condition: string;
  values: Record<string, number>;
}

/** A turn that takes longer to get than this is worth nothing. */
const patienceMs = 500;

/** Long after the longest wait, and whatever instances' clocks say. */
const keptSeconds = 600;

/** In seconds. */
function expiresAt({ latestMs }: TurnRequest): number {
  return Math.ceil(latestMs / 1_000) + keptSeconds;
}

/** The last turn that was given; release 0.4.0 writes its end only. */
const TurnItem = z.object({ endsMs: z.int(), beforeMs: z.int().exactOptional() });
type TurnItem = z.infer<typeof TurnItem>;
