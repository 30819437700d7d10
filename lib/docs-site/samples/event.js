import { verifyWebhook } from "counting-client";

const { headers } = request;
const secret = process.env.WEBHOOK_SECRET;
const result = await verifyWebhook(rawBody, headers, secret);
if (result.verified) {
  const { type, data } = result.event;
  console.log(type, data);
}
