/** How a receiver verifies a delivery, with this secret: the samples of docs/integrators/webhooks.md. */
export const verificationSamples = {
  "Node.js": nodeSample,
  Python: pythonSample,
};

function nodeSample(secret: string): string {
  return `import { createHmac, timingSafeEqual } from "node:crypto";

// Keep the secret in the environment, not in the code.
const secret = process.env.WEBHOOK_SECRET; // ${secret}

// header is X-Service-Signature; rawBody is the body as a Buffer, before JSON.parse.
export function verifyWebhook(header, rawBody, toleranceSeconds = 300) {
  const [, timestamp, hex] = /^t=(\\d{1,12}),v1=([0-9a-f]+)$/.exec(header ?? "") ?? [];
  if (timestamp === undefined) return false;
  const expected = createHmac("sha256", secret).update(timestamp + ".").update(rawBody).digest("hex");
  if (hex.length !== expected.length) return false;
  if (!timingSafeEqual(Buffer.from(hex), Buffer.from(expected))) return false;
  return Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds;
}
`;
}

function pythonSample(secret: string): string {
  return `import hashlib
import hmac
import os
import re
import time

# Keep the secret in the environment, not in the code.
secret = os.environ["WEBHOOK_SECRET"]  # ${secret}


# header is X-Service-Signature; raw_body is the body as bytes, before json.loads.
def verify_webhook(header, raw_body, tolerance_seconds=300):
    match = re.fullmatch(r"t=([0-9]{1,12}),v1=([0-9a-f]+)", header or "")
    if match is None:
        return False
    timestamp, signature = match.groups()
    signed = timestamp.encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(signature, expected):
        return False
    return abs(time.time() - int(timestamp)) <= tolerance_seconds
`;
}
