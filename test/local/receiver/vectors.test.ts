import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { SignedCase } from "../../../api/public/vectors/signed-cases.ts";
import { deliveryHeaders, verifyDelivery } from "../../../core/webhooks/verify-delivery.ts";
import { notRunWithout } from "../../not-run.ts";
import { samplesFolder } from "./webhook-guide.ts";

const samples = samplesFolder();
afterAll(() => samples.remove());

const casesOf = (name: string): SignedCase[] =>
  JSON.parse(readFileSync(`docs/integrators/vectors/${name}.json`, "utf8")).cases;
// The guide's samples verify the service's own header, with one secret at a time.
const cases = [...casesOf("signatures"), ...casesOf("rotation")].filter(
  ({ headers }) => headers["webhook-signature"] === undefined,
);
const bodyOf = ({ body, bodyBase64 }: SignedCase) =>
  bodyBase64 === undefined ? Buffer.from(body ?? "") : Buffer.from(bodyBase64, "base64");

test("the vectors say of each request whether the guide's sample in JavaScript verifies it", async () => {
  const { verifyWebhook } = await import(join(samples.folder, "verify-webhook.mjs"));
  vi.useFakeTimers({ toFake: ["Date"] });
  const verified = cases.map((vector) => {
    vi.setSystemTime(vector.now * 1_000);
    const header = vector.headers["X-Service-Signature"];
    const received = { header, rawBody: bodyOf(vector), toleranceSeconds: vector.toleranceSeconds };
    return vector.secrets.some((secret) => verifyWebhook({ ...received, secret }));
  });
  vi.useRealTimers();
  expect(named(verified)).toEqual(named(cases.map(({ signed }) => signed)));
  expect(cases.length).toBeGreaterThan(30);
});

const pythonProgram = `
import base64, json, sys, time
from verify_webhook import verify_webhook

def verified(case):
    body = base64.b64decode(case["bodyBase64"]) if "bodyBase64" in case else case["body"].encode()
    time.time = lambda: case["now"]
    header = case["headers"].get("X-Service-Signature")
    return any(verify_webhook(secret, header, body, case["toleranceSeconds"]) for secret in case["secrets"])

print(json.dumps([verified(case) for case in json.load(sys.stdin)]))
`;

const notRun = notRunWithout("python3", "The sample in Python");

test.skipIf(notRun !== "")(`${notRun}and whether the sample in Python does`, () => {
  const options = { cwd: samples.folder, input: JSON.stringify(cases) };
  const output = execFileSync("python3", ["-c", pythonProgram], options);
  expect(named(JSON.parse(output.toString()))).toEqual(named(cases.map(({ signed }) => signed)));
});

test("the local receiver decides as the vectors say", () => {
  const verified = cases.map((vector) => {
    const signature = vector.headers["X-Service-Signature"];
    const timestamp = /^t=(\d+)/.exec(signature ?? "")?.[1];
    const body = bodyOf(vector);
    const type = /"type":"([a-z.]+)"/.exec(body.toString())?.[1];
    const headers = deliveryHeaders({
      ...{ "content-type": "application/json", "x-service-signature": signature },
      ...{ "x-service-timestamp": timestamp, "x-service-event": type },
      "x-service-delivery": vector.headers["X-Service-Delivery"],
    });
    const received = { headers, body, nowMs: vector.now * 1_000 };
    return vector.secrets.some((secret) => verifyDelivery({ ...received, secret }).verified);
  });
  // It knows the types of its own version only.
  const known = cases.map(({ name, verified }) => verified && !name.startsWith("an event type"));
  expect(named(verified)).toEqual(named(known));
});

const named = (results: boolean[]) =>
  Object.fromEntries(results.map((result, index) => [cases[index]?.name, result]));
