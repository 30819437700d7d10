import { describe } from "vitest";
import { dynamodbDeliveries } from "../../../adapters/webhooks/dynamodb-deliveries.ts";
import { dynamodbDeliveryLog } from "../../../adapters/webhooks/dynamodb-delivery-log.ts";
import { restartConformance } from "../../conformance/restarts.ts";
import { client, tables } from "../../system/service.ts";

describe("sending again in DynamoDB", () => {
  restartConformance({
    store: dynamodbDeliveries(client, tables, { now: Date.now }),
    restart: (record, next, nowMs) =>
      dynamodbDeliveryLog(client, tables, { now: () => nowMs }).restart(record, next),
  });
});
