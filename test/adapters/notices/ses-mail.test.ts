import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { sesClient, sesMail } from "../../../adapters/notices/ses-mail.ts";

let respond: (response: ServerResponse) => void;
let requests: unknown[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  requests.push(JSON.parse(Buffer.concat(chunks).toString()));
  respond(response);
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  vi.stubEnv("AWS_ENDPOINT_URL_SESV2", `http://127.0.0.1:${port}`);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
});
afterEach(() => {
  requests = [];
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

const send = async () => {
  const mail = { subject: "Größe", text: "Text", html: "<p>HTML" };
  const sender = { from: "counts@example.com", configurationSet: "mails" };
  const about = { organizationId: "org_1", invitationId: "inv_1" };
  return await sesMail(sesClient("eu-west-1"), sender)("a@example.org", mail, about);
};

const failure = (status: number, type: string) => (response: ServerResponse) => {
  response.writeHead(status, { "content-type": "application/json", "x-amzn-errortype": type });
  response.end('{"message":"no"}');
};

test("a mail goes to one address, in UTF-8, as text and as HTML, with whom it is about", async () => {
  respond = (response) => {
    response.writeHead(200, { "content-type": "application/json" }).end('{"MessageId":"1"}');
  };
  expect(await send()).toEqual({ result: "sent" });
  const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });
  expect(requests).toEqual([
    {
      FromEmailAddress: "counts@example.com",
      ConfigurationSetName: "mails",
      EmailTags: [
        { Name: "organizationId", Value: "org_1" },
        { Name: "invitationId", Value: "inv_1" },
      ],
      Destination: { ToAddresses: ["a@example.org"] },
      Content: {
        Simple: {
          Subject: utf8("Größe"),
          Body: { Text: utf8("Text"), Html: utf8("<p>HTML") },
          Headers: [{ Name: "Auto-Submitted", Value: "auto-generated" }],
        },
      },
    },
  ]);
});

test.each([
  ["TooManyRequestsException", failure(429, "TooManyRequestsException")],
  ["SendingPausedException", failure(400, "SendingPausedException")],
  ["MessageRejected", failure(400, "MessageRejected")],
  ["AccountSuspendedException", failure(400, "AccountSuspendedException")],
  ["MailFromDomainNotVerifiedException", failure(400, "MailFromDomainNotVerifiedException")],
  ["AccessDeniedException", failure(403, "AccessDeniedException")],
  ["BadRequestException", failure(400, "BadRequestException")],
  ["InternalFailure", failure(500, "InternalFailure")],
  ["TimeoutError", (response: ServerResponse) => void response.destroy()],
])("%s is a refusal, and the SDK sends no second mail", async (reason, failing) => {
  respond = failing;
  expect(await send()).toEqual({
    ...{ result: "refused", reason, isUnanswered: reason === "TimeoutError" },
    ...(reason === "BadRequestException" && { isFinal: true }),
  });
  expect(requests).toHaveLength(1);
});
