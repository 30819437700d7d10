import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, onTestFinished, test } from "vitest";
import { ModelCounter, webhookOf } from "./catch-up/model-service.ts";

const page = readFileSync("docs/integrators/catching-up.md", "utf8");

test("the program on the page about catching up runs as it stands there", async () => {
  const [, program = ""] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = join(inject("clientPackage"), "..", "..", "page");
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, "counts.journal"), { force: true });
  const body = JSON.stringify(webhookOf(new ModelCounter("ctr_a").tap(1)));
  const secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";
  const seconds = Math.floor(Date.now() / 1_000);
  const hex = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  const call = (sent: string) =>
    `await receive(${JSON.stringify(sent)}, { "x-service-signature": "t=${seconds},v1=${hex}" })`;
  const asked = `console.log(${call(body)}, ${call(`${body} `)}, store.book("ctr_a"));\nprocess.exit();\n`;
  writeFileSync(join(folder, "receiver.mjs"), `${program}\n${asked}`);

  const server = createServer((_, response) => void response.end('{"counters":[]}')).listen(0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const settings = {
    API_URL: `http://localhost:${port}`,
    API_KEY: "cs_live_x",
    WEBHOOK_SECRET: secret,
  };
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, ["receiver.mjs"], { cwd: folder, env, stdio: "pipe" });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect([output, errors]).toEqual(["204 400 { total: 1, events: 1 }\n", ""]);
});
