import type { Message, MessageAttributeValue } from "@aws-sdk/client-sqs";
import type { SQSMessageAttribute, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { localRegion } from "../template/arns.ts";

/** A received message in the form of Lambda's SQS events. */
export function queueRecord(message: Message, eventSourceARN: string): SQSRecord {
  const attributes = SystemAttributes.parse(message.Attributes);
  return {
    messageId: message.MessageId ?? "",
    receiptHandle: message.ReceiptHandle ?? "",
    body: message.Body ?? "",
    attributes,
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([k, v]) => [k, messageAttribute(v)]),
    ),
    md5OfBody: message.MD5OfBody ?? "",
    ...(message.MD5OfMessageAttributes && {
      md5OfMessageAttributes: message.MD5OfMessageAttributes,
    }),
    eventSource: "aws:sqs",
    eventSourceARN,
    awsRegion: localRegion,
  };
}

/** What a filter sees of a record: the body as JSON when it is JSON. */
export function filterView(record: SQSRecord): unknown {
  try {
    return { ...record, body: JSON.parse(record.body) };
  } catch {
    return record;
  }
}

const SystemAttributes = z.looseObject({
  ApproximateReceiveCount: z.string(),
  SentTimestamp: z.string(),
  SenderId: z.string(),
  ApproximateFirstReceiveTimestamp: z.string(),
});

function messageAttribute(value: MessageAttributeValue): SQSMessageAttribute {
  return {
    ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
    ...(value.BinaryValue && { binaryValue: Buffer.from(value.BinaryValue).toString("base64") }),
    stringListValues: [],
    binaryListValues: [],
    dataType: value.DataType ?? "String",
  };
}
