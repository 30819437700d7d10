import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { signature, type WebhookRequest } from "../../../core/webhooks/signed-request.ts";
import { type CertificateFiles, ensureCertificates } from "../../../local/certificate-authority.ts";
import {
  type ReceivedDelivery,
  type ReceiverOptions,
  type ResponsePlan,
  SeenDeliveries,
  startReceiver,
} from "../../../local/receiver/receiver.ts";
import { eventually } from "../../eventually.ts";
import { notRunWithout } from "../../not-run.ts";
import { alert } from "./signed-cases.ts";
import { newDelivery, secret, send, trust } from "./test-delivery.ts";

const notRun = notRunWithout("curl", "What is told of curl's distrust");

let certificates: CertificateFiles;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "receiver-"));
  certificates = await ensureCertificates(folder);
  trust(certificates.authority);
  return () => rmSync(folder, { recursive: true });
});

async function start(options: Partial<ReceiverOptions> = {}) {
  const deliveries: (ReceivedDelivery & { planned: ResponsePlan })[] = [];
  const strays: string[] = [];
  const receiver = await startReceiver({
    port: 0,
    certificates,
    secrets: { get: () => secret },
    onDelivery: (delivery, planned) => deliveries.push({ ...delivery, planned }),
    onStray: (reason) => strays.push(reason),
    ...options,
  });
  onTestFinished(() => receiver.close());
  return { ...receiver, deliveries, strays };
}

const withHeaders = (delivery: WebhookRequest, headers: Record<string, string>) => ({
  ...delivery,
  headers: { ...delivery.headers, ...headers },
});

const without = (delivery: WebhookRequest, name: string) => {
  const { [name]: _, ...headers } = delivery.headers;
  return { ...delivery, headers };
};

describe("a delivery of the service", () => {
  test("is verified and reported, with its headers and its raw body", async () => {
    const { url, deliveries } = await start();
    const delivery = newDelivery({ url: `${url}webhooks?a=b`, counterName: "Café 🎪" });
    expect(await send(delivery)).toBe(200);
    expect(deliveries).toEqual([
      {
        receivedAtMs: expect.any(Number),
        path: "/webhooks",
        headers: {
          contentType: "application/json",
          userAgent: "Service-Webhooks/1.0",
          signature: delivery.headers["X-Service-Signature"],
          timestamp: delivery.headers["X-Service-Timestamp"],
          event: "counter.increment",
          deliveryId: delivery.headers["X-Service-Delivery"],
        },
        body: delivery.body,
        raw: {
          headers: expect.objectContaining({
            "x-service-signature": delivery.headers["X-Service-Signature"],
          }),
          body: Buffer.from(delivery.body),
        },
        verified: true,
        deliveryId: delivery.headers["X-Service-Delivery"],
        event: JSON.parse(delivery.body),
        request: 1,
        acknowledged: false,
        planned: { status: 200, hangMs: 0 },
      },
    ]);
  });

  test("is verified with the secret of its path, also of one that came later", async () => {
    const secrets = new Map([["/one", "whsec_one"]]);
    const { url, deliveries } = await start({ secrets });
    const two = newDelivery({ url: `${url}two`, secret: "whsec_two" });
    expect(await send(newDelivery({ url: `${url}one`, secret: "whsec_one" }))).toBe(200);
    expect(await send(two)).toBe(404);
    secrets.set("/two", "whsec_two");
    expect(await send(two)).toBe(200);
    expect(await send({ ...two, url: `${url}one` })).toBe(400);
    expect(deliveries.map(({ verified }) => verified)).toEqual([true, false, true, false]);
  });

  test("that comes again after it was acknowledged is known as a duplicate", async () => {
    const { url, deliveries } = await start({
      behave: ({ request }) => ({ status: request === 1 ? 500 : 204, hangMs: 0 }),
    });
    const delivery = newDelivery({ url });
    for (const status of [500, 204, 204]) expect(await send(delivery)).toBe(status);
    const seen = deliveries.map((each) => each.verified && [each.request, each.acknowledged]);
    expect(seen).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  test("whose sender left during the wait was not acknowledged", async () => {
    const hangUps: number[] = [];
    const { url, deliveries } = await start({
      behave: ({ request }) => ({ status: 200, hangMs: request === 1 ? 3_600_000 : 0 }),
      onHangUp: (_, afterMs) => hangUps.push(afterMs),
    });
    const delivery = newDelivery({ url });
    expect(await send(delivery, 300)).toMatch(/^timed out/);
    await eventually("the hang-up", () => hangUps.length > 0 || undefined);
    expect(hangUps).toEqual([expect.closeTo(300, -3)]);
    expect(await send(delivery)).toBe(200);
    expect(deliveries[1]).toMatchObject({ request: 2, acknowledged: false });
  });

  test("of a capacity alert is taken as it comes", async () => {
    const { url, deliveries } = await start();
    const event = alert();
    const body = JSON.stringify({ ...event, data: { ...event.data, somethingNew: [1] } });
    const timestamp = Math.floor(Date.now() / 1_000);
    const delivery = withHeaders(
      { ...newDelivery({ url }), body },
      {
        "Content-Length": String(Buffer.byteLength(body)),
        "X-Service-Signature": signature({ secret, timestamp, body }),
        "X-Service-Timestamp": String(timestamp),
        "X-Service-Event": event.type,
      },
    );
    expect(await send(delivery)).toBe(200);
    expect(deliveries[0]).toMatchObject({ verified: true, event });
  });
});

describe("a request is refused", () => {
  const signedAs = (delivery: WebhookRequest, body: string) => {
    const timestamp = Number(delivery.headers["X-Service-Timestamp"]);
    return withHeaders(
      { ...delivery, body },
      {
        "Content-Length": String(Buffer.byteLength(body)),
        "X-Service-Signature": signature({ secret, timestamp, body }),
      },
    );
  };

  test.each<[string, (url: string) => WebhookRequest, RegExp]>([
    ["of another secret", (url) => newDelivery({ url, secret: `${secret}=` }), /another secret/],
    [
      "without a signature",
      (url) => without(newDelivery({ url }), "X-Service-Signature"),
      /no X-Service-Signature/,
    ],
    [
      "with another timestamp beside the signature",
      (url) => withHeaders(newDelivery({ url }), { "X-Service-Timestamp": "1" }),
      /X-Service-Timestamp/,
    ],
    [
      "without a delivery id",
      (url) => without(newDelivery({ url }), "X-Service-Delivery"),
      /X-Service-Delivery/,
    ],
    [
      "with a delivery id of a novel's length",
      (url) => withHeaders(newDelivery({ url }), { "X-Service-Delivery": "d".repeat(201) }),
      /X-Service-Delivery/,
    ],
    [
      "of another content type",
      (url) => withHeaders(newDelivery({ url }), { "Content-Type": "text/plain" }),
      /Content-Type/,
    ],
    [
      "of another event type in the header",
      (url) => withHeaders(newDelivery({ url }), { "X-Service-Event": "counter.decrement" }),
      /X-Service-Event/,
    ],
    ["whose body is no event", (url) => signedAs(newDelivery({ url }), "[]"), /not an event/],
  ])("%s", async (_, made, reason) => {
    const { url, deliveries } = await start();
    expect(await send(made(url))).toBe(400);
    expect(deliveries).toMatchObject([{ verified: false, reason: expect.stringMatching(reason) }]);
    // What was refused leaves no trace on what is genuine.
    expect(await send(newDelivery({ url }))).toBe(200);
    expect(deliveries[1]).toMatchObject({ request: 1, acknowledged: false });
  });
});

describe("what is no delivery", () => {
  const ask = (url: string, options: { method: string; body?: string }) =>
    new Promise<number | string | undefined>((resolve) => {
      const { method, body } = options;
      const sending = httpsRequest(url, { method, agent: false });
      sending.on("response", (response) => resolve(response.resume().statusCode));
      sending.on("error", (error) => resolve("code" in error ? String(error.code) : "failed"));
      sending.end(body);
    });

  test("by its method gets 405", async () => {
    const { url, deliveries, strays } = await start();
    for (const method of ["GET", "PUT", "HEAD"]) expect(await ask(url, { method })).toBe(405);
    expect(strays.map((reason) => reason.slice(0, 5))).toEqual(["a GET", "a PUT", "a HEA"]);
    expect(deliveries).toEqual([]);
  });

  test("by its size gets 413 or a closed connection", async () => {
    const { url, deliveries, strays } = await start();
    expect(await ask(url, { method: "POST", body: "x".repeat(262_145) })).toBe(413);
    const huge = await ask(url, { method: "POST", body: "x".repeat(30_000_000) });
    expect([413, "ECONNRESET", "EPIPE"]).toContain(huge);
    expect(strays).toEqual(Array(2).fill("a body of more than 262144 bytes"));
    expect(deliveries).toEqual([]);
    expect(await send(newDelivery({ url }))).toBe(200);
  });

  test("because it breaks off is reported and forgotten", async () => {
    const { port, url, strays } = await start();
    const socket = connect({ port, host: "127.0.0.1", servername: "localhost" }, () => {
      socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
      socket.end();
    });
    socket.on("error", () => {}).resume();
    await eventually("the stray", () => strays.length > 0 || undefined);
    expect(strays).toEqual(["a request that broke off"]);
    expect(await send(newDelivery({ url }))).toBe(200);
  });

  test("because it is plain HTTP is reported", async () => {
    const { port, url, strays } = await start();
    const sending = httpRequest({ port, host: "127.0.0.1", method: "POST", agent: false });
    await new Promise((failed) => sending.on("error", failed).end("{}"));
    await eventually("the stray", () => strays.length > 0 || undefined);
    expect(strays).toEqual(["plain HTTP on the HTTPS port: the URL begins with https://"]);
    expect(await send(newDelivery({ url }))).toBe(200);
  });

  test.skipIf(notRun)(`${notRun}because curl does not trust it is reported`, async () => {
    const { url, strays } = await start();
    await expect(promisify(execFile)("curl", ["--noproxy", "*", url])).rejects.toThrow();
    await eventually("the stray", () => strays.length > 0 || undefined);
    expect(strays).toEqual(["a client that does not trust the certificate: it needs ca.pem"]);
  });

  test("because it leaves during TLS is reported", async () => {
    const { port, strays } = await start();
    const socket = connectTcp({ port, host: "127.0.0.1" }, () => socket.resetAndDestroy());
    await eventually("the stray", () => strays.length > 0 || undefined);
    expect(strays).toEqual([expect.stringMatching(/^a client that left during TLS/)]);
  });
});

test("closing ends requests in flight and frees the port", async () => {
  const hangUps: number[] = [];
  const { port, url, close, deliveries } = await start({
    behave: () => ({ status: 200, hangMs: 3_600_000 }),
    onHangUp: (_, afterMs) => hangUps.push(afterMs),
  });
  const sending = send(newDelivery({ url }));
  await eventually("the delivery", () => deliveries.length > 0 || undefined);
  await close();
  expect(await sending).toBe("the connection was closed or reset before a response");
  expect(hangUps).toEqual([]);
  const again = await startReceiver({ port, certificates, secrets: { get: () => secret } });
  expect(again.url).toBe(url);
  await again.close();
});

test("closing does not wait for who never speaks TLS", async () => {
  const { port, url, close } = await start();
  const silent = connectTcp({ port, host: "127.0.0.1" });
  const ended = once(silent.on("error", () => {}).resume(), "close");
  await once(silent, "connect");
  expect(await send(newDelivery({ url }))).toBe(200);
  await close();
  await ended;
});

test("a port in use is refused", async () => {
  const { port } = await start();
  await expect(start({ port })).rejects.toThrow(/EADDRINUSE/);
});

test("only the latest deliveries are remembered", () => {
  const seen = new SeenDeliveries(2);
  seen.see("a");
  seen.see("b");
  seen.acknowledge("a");
  seen.see("c");
  seen.acknowledge("b");
  expect(seen.see("a")).toEqual({ request: 2, acknowledged: true });
  expect(seen.see("b")).toEqual({ request: 1, acknowledged: false });
});
