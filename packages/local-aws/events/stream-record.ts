import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { _Record as SdkRecord } from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBRecord, AttributeValue as EventAttributeValue } from "aws-lambda";
import { localRegion } from "../template/arns.ts";

type Item = Record<string, EventAttributeValue>;

/** A stream record in the form of Lambda's events, its sequence number at hand. */
export interface StreamRecord {
  sequenceNumber: string;
  createdAtMs: number;
  /** Equal for records of one item, which must stay in order. */
  key: string;
  event: DynamoDBRecord;
}

/** Converts what the SDK reads: its dates become epoch seconds, its binary values base64. */
export function streamRecord(record: SdkRecord, eventSourceARN: string): StreamRecord {
  const data = record.dynamodb;
  const createdAtMs = data?.ApproximateCreationDateTime?.getTime() ?? 0;
  const sequenceNumber = data?.SequenceNumber ?? "";
  const Keys = eventItem(data?.Keys ?? {});
  const event: DynamoDBRecord = {
    ...(record.eventID !== undefined && { eventID: record.eventID }),
    ...(record.eventName !== undefined && { eventName: record.eventName }),
    eventVersion: "1.1",
    eventSource: "aws:dynamodb",
    awsRegion: localRegion,
    eventSourceARN,
    dynamodb: {
      ApproximateCreationDateTime: createdAtMs / 1000,
      Keys,
      ...(data?.NewImage && { NewImage: eventItem(data.NewImage) }),
      ...(data?.OldImage && { OldImage: eventItem(data.OldImage) }),
      SequenceNumber: sequenceNumber,
      SizeBytes: data?.SizeBytes ?? 0,
      ...(data?.StreamViewType && { StreamViewType: data.StreamViewType }),
    },
    ...(record.userIdentity && {
      userIdentity: {
        type: record.userIdentity.Type,
        principalId: record.userIdentity.PrincipalId,
      },
    }),
  };
  const key = JSON.stringify(Object.entries(Keys).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { sequenceNumber, createdAtMs, key, event };
}

function eventItem(item: Record<string, AttributeValue>): Item {
  return Object.fromEntries(Object.entries(item).map(([name, v]) => [name, eventValue(v)]));
}

function eventValue(value: AttributeValue): EventAttributeValue {
  if (value.B) return { B: base64(value.B) };
  if (value.BS) return { BS: value.BS.map(base64) };
  if (value.L) return { L: value.L.map(eventValue) };
  if (value.M) return { M: eventItem(value.M) };
  if (value.S !== undefined) return { S: value.S };
  if (value.N !== undefined) return { N: value.N };
  if (value.BOOL !== undefined) return { BOOL: value.BOOL };
  if (value.SS) return { SS: value.SS };
  if (value.NS) return { NS: value.NS };
  return { NULL: true };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
