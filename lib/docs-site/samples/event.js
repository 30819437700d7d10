import { verifyWebhook } from "counting-client";

const secret = process.env.WEBHOOK_SECRET;
const result = await verifyWebhook(rawBody, request.headers, secret);
if (result.verified) console.log(result.event.type, result.event.data);
