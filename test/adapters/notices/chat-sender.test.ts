import { expect, test } from "vitest";
import { chatSender } from "../../../adapters/notices/chat-sender.ts";
import type { ChatOutcome, StoredChatChannel } from "../../../core/notices/chat-channel.ts";
import { trustedCertificates } from "../webhooks/certificates.ts";
import { hostileAddresses } from "../webhooks/hostile-addresses.ts";
import { startRawReceiver } from "../webhooks/raw-receiver.ts";

const certificates = trustedCertificates();

const channel: StoredChatChannel = {
  ...{
    id: "chn_1",
    name: "Team",
    kinds: ["alert"],
    host: "receiver.example.com",
    lastFour: "wxyz",
  },
  ...{ createdAt: "2026-12-01T12:00:00.000Z", sealedSecret: "", wrappedKey: "" },
};

function sender(port: number, resolve = async () => ["127.0.0.1"], allowed = ["127.0.0.1/32"]) {
  const post = chatSender({
    openSecret: async (_, owner) =>
      `https://receiver.example.com:${port}/hooks/${Object.values(owner).join("-")}`,
    ...{ allowedAddresses: allowed, resolve, now: Date.now },
  });
  return () => post("org_1", channel, "Full: Hall");
}

test.each<[string, string, ChatOutcome]>([
  ["200 OK", "ok", { result: "sent" }],
  ["410 Gone", "channel_is_archived", { result: "gone", reason: "HTTP 410: channel_is_archived" }],
  [
    "429 Too Many Requests\r\nRetry-After: 37",
    "",
    { result: "refused", reason: "HTTP 429", afterSeconds: 37 },
  ],
])("a server that responds %j over TLS", async (status, body, outcome) => {
  const receiver = await startRawReceiver(
    (socket) => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
    { certificate: certificates.good },
  );
  expect(await sender(receiver.port)()).toEqual(outcome);
  const received = receiver.requests.join("");
  expect(received).toMatch(/^POST \/hooks\/org_1-chn_1 HTTP/);
  expect(received).toMatch(/\r\nContent-Type: application\/json\r\n/);
  expect(received).toMatch(/\r\n\r\n\{"text":"Full: Hall"\}$/);
});

test("what resolves to an address that is not public is never connected to", async () => {
  const receiver = await startRawReceiver((socket) => socket.end());
  for (const address of hostileAddresses) {
    const answers = async () => ["192.0.1.1", address];
    expect(await sender(receiver.port, answers, [])()).toMatchObject({
      ...{ result: "refused", reason: expect.stringMatching(/which is not public$/) },
    });
  }
  expect(receiver.connections()).toBe(0);
});
