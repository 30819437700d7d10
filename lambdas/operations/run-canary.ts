import * as z from "zod";
import { kmsClient, secretsManagerClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { secretReader } from "../../adapters/aws/secret-reader.ts";
import { canaryStores } from "../../adapters/operations/canary/canary-stores.ts";
import { trimCanaryHistory } from "../../adapters/operations/canary/dynamodb-canary-history.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { canaryCredentials } from "../../core/operations/canary/canary-identity.ts";
import { type CanaryResult, makeCanaryRun } from "../../core/operations/canary/canary-run.ts";
import { runCanary as definition } from "../functions/canary.ts";
import { environmentOf } from "../functions/environment.ts";
import { logger } from "../telemetry/logger.ts";
import { countRun } from "./telemetry.ts";

const environment = environmentOf(definition, process.env);
const { now } = systemClock;
const dynamodb = dynamodbClient();
const secret = secretReader(secretsManagerClient(), environment.CANARY_SECRET_ARN, { now });
const ports = canaryStores(
  { dynamodb, kms: kmsClient() },
  {
    tables: environment.tables,
    apiUrl: environment.API_URL,
    receiverUrl: environment.RECEIVER_URL,
    keyBrand: environment.KEY_BRAND,
    kmsKeyArn: environment.SECRETS_KEY_ARN,
    allowedAddresses: environment.ALLOWED_RECEIVER_ADDRESSES,
  },
  async () => canaryCredentials(await secret(), environment.KEY_BRAND),
);

/** What the schedule sends; without a time, as by hand, the run is one of now. */
const Message = z.object({ scheduledTime: z.iso.datetime().optional() }).catch({});

/** Never fails by itself: Lambda would repeat it. */
export const handler = async (event: unknown): Promise<CanaryResult> => {
  const { scheduledTime } = Message.parse(event);
  const run = await makeCanaryRun(
    ports,
    scheduledTime === undefined ? now() : Date.parse(scheduledTime),
  );
  countRun(run);
  if (run.result === "passed") {
    await trimCanaryHistory(dynamodb, environment.tables, now()).catch((error: unknown) =>
      logger.warn("old events of the canary are not removed; the next run tries again", { error }),
    );
  }
  return run;
};
