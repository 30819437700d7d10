// @module-tag all
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { LocalService, localServiceFile } from "../../../adapters/local-service.ts";
import { createAlert } from "../../../core/alerts/manage-alerts.ts";
import { ensureCertificates } from "../../../local/certificate-authority.ts";
import { startRawReceiver } from "../../adapters/webhooks/raw-receiver.ts";
import { eventually } from "../../eventually.ts";
import { alertSetup } from "../alert-service.ts";
import { count } from "../alerts/alert-customer.ts";
import { createStaff, operator } from "../people-service.ts";
import { replyOf } from "../private-api.ts";
import { dataDir, outputs, stores } from "../service.ts";
import { addChannel, newChatChannel } from "./chat-service.ts";

const { chatUrl } = LocalService.parse(
  JSON.parse(readFileSync(join(dataDir, localServiceFile), "utf8")),
);
const Messages = z.array(z.object({ path: z.string(), text: z.string() }));

async function messagesTo(path: string): Promise<string[]> {
  const all = Messages.parse(await (await fetch(`${chatUrl}/messages.json`)).json());
  return all.filter((message) => message.path === path).map(({ text }) => text);
}

test("from a tap to the messages in chat channels, one added and tested by an owner, one whose server restarts", async () => {
  const { organization, owner, counter } = await createStaff();
  const { id: organizationId } = organization;
  const path = `/hooks/${organizationId}`;
  const url = `${chatUrl.replace("http:", "https:")}${path}`;
  const asked = { cookie: owner.cookie };
  const added = await replyOf(
    "POST /api/webhooks/{organizationId}/channels",
    { organizationId },
    { ...asked, sent: newChatChannel(url) },
  );
  expect(added).toMatchObject({ host: new URL(url).host, lastFour: url.slice(-4) });
  const tested = await replyOf(
    "POST /api/webhooks/{organizationId}/channels/{channelId}/test",
    { organizationId, channelId: added.id },
    asked,
  );
  expect(tested.refusal).toBe(null);
  expect(await messagesTo(path)).toEqual([
    "This is a test message from \u2068Test\u2069. Notices will appear here.",
  ]);

  const files = await ensureCertificates(join(dataDir, "ca"));
  const read = (file: string) => readFileSync(file, "utf8");
  const certificate = { cert: read(files.certificate), key: read(files.key) };
  let posts = 0;
  const restarting = await startRawReceiver(
    (socket) => {
      posts += 1;
      socket.end(`HTTP/1.1 ${posts === 1 ? 503 : 200} X\r\nContent-Length: 0\r\n\r\n`);
    },
    { certificate },
  );
  await addChannel(organization, { url: `https://localhost:${restarting.port}/hooks` });

  const setup = { ...alertSetup("counter", counter, { kind: "absolute", at: 1 }), name: "<!here>" };
  const created = await createAlert(stores, setup, operator);
  if (created.result !== "created") throw new Error(created.refusal.reason);
  await count(counter, "up");
  const link = `${outputs.ConsoleUrl}/organizations/${organizationId}/alerts/${created.status.alert.id}`;
  const message = await eventually(
    "the message",
    async () => (await messagesTo(path)).find((text) => text.includes(link)),
    110_000,
  );
  expect(message).toContain("\u2068&lt;!here&gt;\u2069: \u2068Gate\u2069");
  await eventually("the retry", () => posts === 2 || undefined, 110_000);
  const [first, second] = restarting.requests.map((request) => request.split("\r\n\r\n")[1]);
  expect(second).toBe(first);
}, 180_000);
