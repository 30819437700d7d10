import { describe, expect, test } from "vitest";
import { lookAtReceiver } from "../../../adapters/webhooks/https-check.ts";
import { findings, isAccepted } from "../../../core/webhooks/check/findings.ts";
import { type Certificate, type Certificates, trustedCertificates } from "./certificates.ts";
import { hostileUrls } from "./hostile-addresses.ts";
import { type Behaviour, startRawReceiver } from "./raw-receiver.ts";

const accepted = "HTTP/1.1 204 No Content\r\n\r\n";

const certificates = trustedCertificates();

const request = (url: string) => ({ url, headers: { "Content-Length": "2" }, body: "{}" });

function look(url: string, resolved: string[] = ["127.0.0.1"], timeoutMs = 2_000) {
  return lookAtReceiver(request(url), {
    allowedAddresses: ["127.0.0.1/32"],
    resolve: async () => resolved,
    timeoutMs,
    now: Date.now,
  });
}

/** Looks at a receiver with this certificate that does this with a request. */
async function lookAt(certificate: Certificate, behave: Behaviour, timeoutMs?: number) {
  const receiver = await startRawReceiver(behave, { certificate });
  const url = `https://receiver.example.com:${receiver.port}/hooks`;
  return { report: await look(url, undefined, timeoutMs), receiver };
}

const say =
  (text: string): Behaviour =>
  (socket) =>
    socket.end(text);

describe("a check of a receiver", () => {
  test("says of one in order what it found on the way", async () => {
    const { report, receiver } = await lookAt(certificates.good, say(accepted));
    expect(report).toMatchObject({
      name: { host: "receiver.example.com", addresses: ["127.0.0.1"], refused: [] },
      connection: { result: "connected", address: "127.0.0.1" },
      tls: { version: "TLSv1.3", chain: [{ subject: "receiver", daysLeft: 1 }, {}] },
      response: { result: "responded", status: 204, body: "" },
    });
    expect(receiver.requests[0]).toMatch(/^POST \/hooks HTTP\/1\.1\r\n/);
    // What was sent went over the very connection that was looked at.
    expect(receiver.connections()).toBe(1);
    expect(isAccepted(report)).toBe(true);
    // The certificate of these tests is short-lived.
    const notGood = findings(report).filter(({ verdict }) => verdict !== "good");
    expect(notGood).toMatchObject([{ step: "TLS", found: expect.stringContaining("1 more day,") }]);
  });

  test.each<[Exclude<keyof Certificates, "authority" | "good">, RegExp]>([
    ["expired", /^The certificate has expired\./],
    ["selfSigned", /^The certificate is self-signed\./],
    ["wrongName", /^The certificate is for another name\./],
    ["unknownAuthority", /^The certificate is not signed by a known authority\./],
    ["ofClient", /^The certificate is not for a server\./],
  ])(
    "with a certificate that is %s sends nothing, and names what is wrong",
    async (kind, found) => {
      const { report, receiver } = await lookAt(certificates[kind], say(accepted));
      expect(receiver.requests).toEqual([]);
      expect(report.response).toBeUndefined();
      const bad = findings(report).filter(({ verdict }) => verdict === "bad");
      expect(bad).toMatchObject([
        { step: "TLS", found: expect.stringMatching(found), advice: expect.any(String) },
      ]);
    },
  );

  test.each<[string, Behaviour, { step: string; found: RegExp }]>([
    [
      "redirects",
      say("HTTP/1.1 301 Moved\r\nLocation: https://elsewhere.example/\r\n\r\n"),
      { step: "Redirect", found: /301 to https:\/\/elsewhere\.example\/\. Redirects are not/ },
    ],
    ["responds with 410", say("HTTP/1.1 410 Gone\r\n\r\n"), { step: "Status", found: /^410: / }],
    ["refuses", say("HTTP/1.1 401 No\r\n\r\n"), { step: "Status", found: /^401: .*retried/ }],
    [
      "resets the connection",
      (socket) => socket.destroy(),
      { step: "Status", found: /^The connection was closed or reset before a response\./ },
    ],
    [
      "is not HTTP",
      say("220 smtp.example.com ESMTP\r\n"),
      { step: "Status", found: /^The response is not valid HTTP\./ },
    ],
  ])("that %s", async (_, behave, { step, found }) => {
    const { report } = await lookAt(certificates.good, behave);
    expect(isAccepted(report)).toBe(false);
    const bad = findings(report).filter(({ verdict }) => verdict === "bad");
    expect(bad).toMatchObject([{ step, found: expect.stringMatching(found) }]);
  });

  test("that hangs ends at the deadline and says so", async () => {
    const { report } = await lookAt(certificates.good, () => {}, 400);
    const [bad] = findings(report).filter(({ verdict }) => verdict === "bad");
    expect(bad).toMatchObject({ step: "Time", found: expect.stringContaining("within 0.4 s") });
  });

  test("shows the beginning of the body as it came, and not more than 1 KB", async () => {
    const body = `\u001b[31m<b>${"x".repeat(5_000)}`;
    const { report } = await lookAt(certificates.good, say(`HTTP/1.1 200 OK\r\n\r\n${body}`));
    expect(report.response).toMatchObject({ body: body.slice(0, 1_024) });
  });
});

test("an address that is private is named, and nothing is connected", async () => {
  const receiver = await startRawReceiver(() => {});
  const url = `https://receiver.example.com:${receiver.port}/`;
  const report = await look(url, ["127.0.0.1", "10.0.0.7"]);
  expect(report.connection).toBeUndefined();
  expect(receiver.connections()).toBe(0);
  expect(findings(report).at(-1)).toMatchObject({
    step: "Addresses",
    verdict: "bad",
    found: expect.stringContaining("10.0.0.7 is not a public address"),
  });
});

test("a URL that is refused is not looked up", async () => {
  for (const url of hostileUrls) {
    const resolve = () => Promise.reject(new Error("looked up"));
    const options = { allowedAddresses: [], resolve, now: Date.now };
    const report = await lookAtReceiver(request(url), options);
    expect(findings(report), url).toMatchObject([{ step: "URL", verdict: "bad" }]);
  }
});

test("a name without addresses, and a port where nobody listens", async () => {
  const unresolved = findings(await look("https://receiver.example.com/", []));
  expect(unresolved.at(-1)).toMatchObject({
    step: "Name",
    found: expect.stringContaining("does not resolve"),
  });
  const refused = await look("https://receiver.example.com:1025/");
  const found = "The connection was refused.";
  expect(findings(refused).at(-1)).toMatchObject({ step: "Connection", found });
});
