import { secretsManagerClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { secretReader } from "../../adapters/aws/secret-reader.ts";
import { dynamodbArrivals } from "../../adapters/operations/canary/dynamodb-arrivals.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { ApiError } from "../../core/api-error.ts";
import { canaryCounter, canaryCredentials } from "../../core/operations/canary/canary-identity.ts";
import { deliveryHeaders, verifyDelivery } from "../../core/webhooks/verify-delivery.ts";
import { receiveCanary } from "../functions/canary.ts";
import { environmentOf } from "../functions/environment.ts";
import { apiHandler, notAPage } from "../http/http-handler.ts";

const environment = environmentOf(receiveCanary, process.env);
const { now } = systemClock;
const secret = secretReader(secretsManagerClient(), environment.CANARY_SECRET_ARN, { now });
const arrivals = dynamodbArrivals(dynamodbClient(), environment.tables);

/** In bytes; a webhook of the canary's counter has some 400. */
const largestBody = 4_096;

/**
 * Anybody can send to it: only what is signed with the canary's secret is recorded. A smoke test has
 * its webhooks sent here, too, under that secret: they are verified and no more.
 */
export const handler = apiHandler(async ({ headers, body = "", isBase64Encoded }) => {
  const receivedMs = now();
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > largestBody) throw new ApiError(413, "The body is too large");
  const { signingSecret } = canaryCredentials(await secret(), environment.KEY_BRAND);
  const verification = verifyDelivery({
    secret: signingSecret,
    headers: deliveryHeaders(headers),
    body: bytes,
    nowMs: receivedMs,
  });
  if (!verification.verified) throw new ApiError(401, "This is no webhook of the canary");
  const { data } = verification.event;
  if (data.counterId === canaryCounter.counterId) {
    await arrivals.record(data.lastEventId, receivedMs);
  }
  return { statusCode: 204 };
}, notAPage);
