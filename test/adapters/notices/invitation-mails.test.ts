import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dynamodbInvitationMails } from "../../../adapters/notices/dynamodb-invitation-mails.ts";
import { dynamodbMailStops } from "../../../adapters/notices/dynamodb-mail-stops.ts";
import { sesMail, sesSuppressionList } from "../../../adapters/notices/ses-mail.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import { mailStopOf } from "../../../core/members/mail-stop.ts";
import { sendInvitation } from "../../../core/notices/invitation-mail.ts";
import { resumeMail } from "../../../core/notices/resume-mail.ts";
import { createInvitation } from "../../system/people-service.ts";
import { client, createOrganization, signIn, tables } from "../../system/service.ts";

/** The answers of SES to the next requests; after them, it accepts. */
const refusals: [status: number, type: string][] = [];
const asked: string[] = [];
const server = createServer((request, response: ServerResponse) => {
  asked.push(`${request.method} ${decodeURIComponent(request.url ?? "")}`);
  request.resume();
  const [status, type] = refusals.shift() ?? [200];
  const headers = { "content-type": "application/json", ...(type && { "x-amzn-errortype": type }) };
  response.writeHead(status, headers).end('{"MessageId":"1"}');
});
let sesClient: SESv2Client;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  sesClient = new SESv2Client({
    ...{ region: "eu-west-1", maxAttempts: 1, endpoint: `http://127.0.0.1:${port}` },
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
});
afterAll(() => {
  sesClient.destroy();
  server.close();
});

const mails = dynamodbInvitationMails(client, tables, systemClock);

test("an invitation that SES throttles is not sent at the same time by two, and is when it comes again", async () => {
  let nowMs = Date.now();
  const ports = {
    ...mails,
    send: sesMail(sesClient, { from: "counts@counts.example", configurationSet: "mails" }),
    ...{ clock: { now: () => nowMs }, consoleUrl: "https://console.example" },
  };
  const organization = await createOrganization("free");
  const { id: invitationId, token } = await createInvitation(organization, {
    email: "a@b.example",
  });
  const secret = token.split(".").at(-1) ?? "";
  const message = { organizationId: organization.id, invitationId, secret, inviter: "Olga" };
  const send = () => sendInvitation(ports, message);
  refusals.push([429, "TooManyRequestsException"]);
  const refused = {
    ...{ result: "refused", reason: "TooManyRequestsException", isUnanswered: false },
  };
  expect([await send(), await send()]).toEqual([refused, { result: "busy" }]);
  nowMs += 120_000;
  expect([await send(), await send()]).toEqual([{ result: "sent" }, { result: "none" }]);
  expect(asked).toEqual(Array(2).fill("POST /v2/email/outbound-emails"));
});

test("a stop is of one address, stays as it is, and ends for mails that were sent before", async () => {
  const stops = dynamodbMailStops(client, tables, systemClock);
  const { person } = await signIn();
  const address = person.email ?? "";
  const at = new Date().toISOString();
  const stop = (reason: "bounce" | "complaint", to = address, sentAt = at) =>
    stops.stopPerson(person.id, { address: to, reason, at }, sentAt);
  const stopped = async () => mailStopOf((await stops.person(person.id)) ?? { email: null });
  expect(await stop("bounce", "other@example.com")).toBe(false);
  expect([await stop("bounce"), await stop("complaint")]).toEqual([true, false]);
  expect(await stopped()).toEqual({ address, reason: "bounce", at });

  refusals.push([404, "NotFoundException"]);
  const resuming = { ...stops, ...sesSuppressionList(sesClient), clock: systemClock };
  const message = { resumedPersonId: person.id };
  expect(await resumeMail(resuming, message)).toEqual({ result: "resumed" });
  expect(await resumeMail(resuming, message)).toEqual({ result: "none" });
  expect(asked.at(-1)).toBe(`DELETE /v2/email/suppression/addresses/${address}`);
  // An event that comes late, or again.
  expect([await stop("bounce"), await stopped()]).toEqual([false, undefined]);
  const later = new Date(Date.now() + 1_000).toISOString();
  expect(await stop("complaint", address, later)).toBe(true);
  // Signing in changes nothing of it; another address is a new one.
  const { subject, issuer } = person;
  await signIn({ subject, issuer, email: address });
  expect(await stopped()).toMatchObject({ reason: "complaint" });
  await signIn({ subject, issuer, email: "new@example.com" });
  expect(await stopped()).toBeUndefined();
});
