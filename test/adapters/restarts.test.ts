import { describe } from "vitest";
import { dynamodbDeliveries } from "../../adapters/dynamodb-deliveries.ts";
import { dynamodbDeliveryLog } from "../../adapters/dynamodb-delivery-log.ts";
import { restartConformance } from "../conformance/restarts.ts";
import { client, outputs } from "../service.ts";

describe("sending again in DynamoDB", () => {
  restartConformance({
    store: dynamodbDeliveries(client, outputs.DeliveriesTable, { now: Date.now }),
    restart: (record, next, nowMs) =>
      dynamodbDeliveryLog(client, outputs.DeliveriesTable, { now: () => nowMs }).restart(
        record,
        next,
      ),
  });
});
