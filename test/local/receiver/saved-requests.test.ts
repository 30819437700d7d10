import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ensureCertificates } from "../../../local/certificate-authority.ts";
import { startReceiver } from "../../../local/receiver/receiver.ts";
import { SavedRequests } from "../../../local/receiver/saved-requests.ts";
import { notRunWithout } from "../../not-run.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { newDelivery, secret, send, trust } from "./test-delivery.ts";
import { block } from "./webhook-guide.ts";

const notRun = notRunWithout("openssl", "A saved delivery for the openssl sample");

function request(deliveryId: string | undefined, body = Buffer.from("{}")) {
  const headers = deliveryId === undefined ? {} : { "x-service-delivery": deliveryId };
  return { headers: { deliveryId }, raw: { headers, body } };
}

test("a body is kept byte for byte, also one that is not text, and its headers beside it", () => {
  const folder = temporaryFolder();
  const bytes = Buffer.from([0, 255, 13, 10, 128]);
  expect(new SavedRequests(folder).save(request("dlv_1", bytes))).toBeUndefined();
  expect(readFileSync(join(folder, "dlv_1-1.body"))).toEqual(bytes);
  expect(JSON.parse(readFileSync(join(folder, "dlv_1-1.headers.json"), "utf8"))).toEqual({
    "x-service-delivery": "dlv_1",
  });
});

test("a delivery that comes again has another name, also after a restart", () => {
  const folder = join(temporaryFolder(), "new");
  for (const _ of [1, 2]) {
    const saved = new SavedRequests(folder);
    for (const _ of [1, 2]) saved.save(request("dlv_1"));
  }
  const bodies = readdirSync(folder).filter((name) => name.endsWith(".body"));
  expect(bodies).toEqual([1, 2, 3, 4].map((number) => `dlv_1-${number}.body`));
});

test.each([
  ["../../etc/passwd", "______etc_passwd-1.body"],
  [".hidden", "_hidden-1.body"],
  ["a\0b c/d", "a_b_c_d-1.body"],
  ["d".repeat(5_000), `${"d".repeat(100)}-1.body`],
  ["", "no-delivery-id-1.body"],
  [undefined, "no-delivery-id-1.body"],
])("the delivery id %j stays within the folder", (id, name) => {
  const folder = temporaryFolder();
  new SavedRequests(folder).save(request(id));
  expect(readdirSync(folder).sort()[0]).toBe(name);
});

test("a full folder takes no more, which is reported once", () => {
  const folder = temporaryFolder();
  const saved = new SavedRequests(folder, 2);
  const said = ["a", "b", "c", "d"].map((id) => saved.save(request(id)));
  const full = expect.stringContaining("holds 2 requests");
  expect(said).toEqual([undefined, undefined, full, undefined]);
  expect(readdirSync(folder).length).toBe(4);
  expect(new SavedRequests(folder, 2).save(request("e"))).toEqual(full);
});

test.skipIf(notRun)(`${notRun}a saved delivery is one for the openssl sample`, async () => {
  const folder = temporaryFolder();
  const certificates = await ensureCertificates(join(folder, "ca"));
  trust(certificates.authority);
  const saved = new SavedRequests(join(folder, "saved"));
  const receiver = await startReceiver({
    ...{ port: 0, certificates, secrets: new Map([["/", secret]]) },
    onDelivery: (delivery) => saved.save(delivery),
  });
  const delivery = newDelivery({ url: receiver.url, counterName: "Café 🎪" });
  expect(await send(delivery)).toBe(200);
  await receiver.close();
  writeFileSync(join(folder, "verify-webhook.sh"), block("sh", "# verify-webhook.sh"));
  const script = block("sh", "at=/tmp/saved/DELIVERY-1")
    .replace("/tmp/saved", join(folder, "saved"))
    .replace("DELIVERY", delivery.headers["X-Service-Delivery"] ?? "");
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret };
  const { stdout } = spawnSync("sh", ["-c", script], { cwd: folder, env });
  expect(String(stdout)).toMatch(/^valid, signed \d+ seconds ago\n$/);
});
