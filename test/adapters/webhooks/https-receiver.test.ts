import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../../adapters/system-clock.ts";
import { postToReceiver, type SendOptions } from "../../../adapters/webhooks/https-receiver.ts";
import { type Certificates, trustedCertificates } from "./certificates.ts";
import { startFullReceiver } from "./full-receiver.ts";
import { hostileAddresses, hostileUrls } from "./hostile-addresses.ts";
import {
  briefMs,
  closed,
  hostileBehaviours,
  no,
  ok,
  patientMs,
  sayEndlessly,
  short,
  status,
  timedOut,
} from "./hostile-behaviours.ts";
import { type Behaviour, startRawReceiver } from "./raw-receiver.ts";

const chunked = "Transfer-Encoding: chunked\r\n\r\n";

function post(url: string, options: Partial<SendOptions> = {}) {
  const headers = { "Content-Type": "application/json", "X-Service-Event": "counter.increment" };
  const request = { url, headers, body: '{"count":1}' };
  const local = { allowedAddresses: ["127.0.0.1/32"], resolve: async () => ["127.0.0.1"] };
  return postToReceiver(request, { ...local, timeoutMs: patientMs, ...options });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("an address that is not public", () => {
  test("is refused in every hostile URL, with nothing resolved or connected", async () => {
    const connect = vi.spyOn(Socket.prototype, "connect");
    const resolve = vi.fn(async () => ["8.8.8.8"]);
    for (const url of hostileUrls) {
      const sent = await post(url, { allowedAddresses: [], resolve });
      expect(sent.outcome, url).toEqual(no(expect.stringMatching(/^not sent: /)));
    }
    expect(resolve).not.toHaveBeenCalled();
    expect(connect).not.toHaveBeenCalled();
  });

  test("is refused in every resolver answer, alone or mixed, with nothing connected", async () => {
    const receiver = await startRawReceiver((socket) => socket.end(short));
    const connect = vi.spyOn(Socket.prototype, "connect");
    const url = `https://receiver.example.com:${receiver.port}/`;
    for (const hostile of hostileAddresses.filter((address) => address !== "127.0.0.1"))
      for (const answer of [[hostile], ["127.0.0.1", hostile], [hostile, "127.0.0.1"]]) {
        const { outcome } = await post(url, { resolve: async () => answer });
        expect(outcome).toEqual(no(expect.stringMatching(/resolves to .*, which is not public$/)));
      }
    expect(connect).not.toHaveBeenCalled();
    expect(receiver.connections()).toBe(0);
  });

  test("is loopback too, unless it is allowed", async () => {
    const receiver = await startRawReceiver((socket) => socket.end(short));
    const url = `https://receiver.example.com:${receiver.port}/`;
    const { outcome } = await post(url, { allowedAddresses: [] });
    expect(outcome).toEqual(no(expect.stringContaining("127.0.0.1, which is not public")));
    expect(receiver.connections()).toBe(0);
  });
});

describe("a name", () => {
  const url = "https://receiver.example.com:8443/";
  const failure = (code: string) => async () => {
    throw Object.assign(new Error(code), { code });
  };

  test.each<[string, () => Promise<string[]>, string, number?]>([
    ["that does not exist", failure("ENOTFOUND"), "the host name does not resolve"],
    ["without addresses", async () => [], "the host name does not resolve"],
    ["whose server fails", failure("EAI_AGAIN"), "the host name could not be looked up"],
    ["never resolved", () => new Promise(() => {}), "timed out: no response within 0.4 s", briefMs],
  ])("%s is reported", async (_, resolve, reason, timeoutMs = patientMs) => {
    expect((await post(url, { resolve, timeoutMs })).outcome).toEqual(no(reason));
  });
});

describe("a receiver", () => {
  const certificates = trustedCertificates();

  async function start(behave: Behaviour, kind: keyof Omit<Certificates, "authority"> = "good") {
    const receiver = await startRawReceiver(behave, { certificate: certificates[kind] });
    return { ...receiver, url: `https://receiver.example.com:${receiver.port}/hook?a=b` };
  }

  test("gets the request as given, under its name", async () => {
    const receiver = await start((socket) => socket.write(short));
    expect(await post(receiver.url)).toMatchObject({ outcome: status(200), response: "ok" });
    const request = receiver.requests.join("");
    expect(request).toMatch(/^POST \/hook\?a=b HTTP\/1\.1\r\n/);
    expect(request).toContain(`Host: receiver.example.com:${receiver.port}\r\n`);
    expect(request).toContain("X-Service-Event: counter.increment\r\n");
    expect(request).toMatch(/Content-Length: 11\r\n\r\n\{"count":1\}$/);
  });

  test("whose name ends in a dot is the one without", async () => {
    const receiver = await start((socket) => socket.write(short));
    const sent = await post(receiver.url.replace(".com:", ".com.:"));
    expect(sent.outcome).toEqual(status(200));
    expect(receiver.requests.join("")).toContain(`Host: receiver.example.com:${receiver.port}\r\n`);
  });

  test("may be given by its address", async () => {
    const receiver = await start((socket) => socket.write(short));
    expect((await post(`https://127.0.0.1:${receiver.port}/`)).outcome).toEqual(status(200));
  });

  test.each([
    ["ends its lines with line feeds only", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", "ok"],
    ["names its length twice", `${ok}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`, ""],
    ["folds a header", `${ok}X: a\r\n b\r\nContent-Length: 2\r\n\r\nok`, "ok"],
    ["has a space before a colon", `${ok}Content-Length : 2\r\n\r\nok`, "ok"],
    ["has no space after its status", "HTTP/1.1 200OK\r\nContent-Length: 2\r\n\r\nok", ""],
    ["says hello first", `HTTP/1.1 100 Continue\n\n${ok}Content-Length: a\r\n\r\nok`, ""],
    ["has two ideas of its end", `${ok}Content-Length: 2\r\n${chunked}0\r\n\r\n`, ""],
  ])("that %s is understood, and its connection is not kept", async (_, text, response) => {
    const receiver = await start((socket) => socket.write(text));
    for (const connections of [1, 2]) {
      expect(await post(receiver.url)).toMatchObject({ outcome: status(200), response });
      expect(receiver.connections()).toBe(connections);
    }
  });

  test.each(hostileBehaviours)("that $does ends within its limits", async (hostile) => {
    const receiver = await start(hostile.behave);
    const { timeoutMs = patientMs } = hostile;
    const sent = await post(receiver.url, { timeoutMs });
    expect(sent.outcome).toEqual(hostile.outcome);
    if (hostile.response !== undefined) expect(sent.response).toBe(hostile.response);
    // A busy machine ends it later, but what needs no timeout never waits for one.
    expect(sent.durationMs).toBeLessThan(hostile.timeoutMs ? timeoutMs + 5_000 : patientMs);
    expect(receiver.connections()).toBe(1);
  });

  test("that sends an endless body is cut off after 1 KB, without waiting", async () => {
    const receiver = await start(sayEndlessly(`${ok}\r\n`, "b".repeat(9_999)));
    const sent = await post(receiver.url);
    expect(sent).toMatchObject({ outcome: status(200), response: "b".repeat(1_024) });
    // It was not its timeout that ended it.
    expect(sent.durationMs).toBeLessThan(patientMs);
    await receiver.allClosed();
  });

  test("that sends a character across the limit of the log has it left out", async () => {
    const body = `${"b".repeat(1_023)}\u20ac`;
    const receiver = await start((socket) => socket.end(`${ok}\r\n${body}`));
    expect((await post(receiver.url)).response).toBe("b".repeat(1_023));
  });

  test("that redirects inward is not followed", async () => {
    const inner = await startRawReceiver((socket) => socket.end(short));
    const to = `Location: http://127.0.0.1:${inner.port}/\r\nContent-Length: 0\r\n\r\n`;
    for (const code of [301, 302, 303, 307, 308]) {
      const receiver = await start((socket) => socket.write(`HTTP/1.1 ${code} Moved\r\n${to}`));
      expect((await post(receiver.url)).outcome).toEqual(status(code));
    }
    expect(inner.connections()).toBe(0);
  });

  test.each([
    ["expired", "the certificate has expired"],
    ["selfSigned", "the certificate is self-signed"],
    ["wrongName", "the certificate is for another name"],
    ["unknownAuthority", "the certificate is not signed by a known authority"],
    ["ofClient", "the certificate is not for a server"],
  ] as const)("whose certificate is %s gets no request", async (kind, reason) => {
    const receiver = await start((socket) => socket.write(short), kind);
    expect((await post(receiver.url)).outcome).toEqual(no(reason));
    expect(receiver.requests).toEqual([]);
  });

  test("is asked on a kept connection again, if it keeps it", async () => {
    const receiver = await start((socket) => socket.write(short));
    const warnings: string[] = [];
    const warned = ({ name }: Error) => warnings.push(name);
    process.on("warning", warned);
    // More than the listeners that Node.js takes for a leak.
    for (let times = 0; times < 14; times += 1) {
      expect((await post(receiver.url)).outcome).toEqual(status(200));
    }
    process.off("warning", warned);
    expect([receiver.connections(), warnings]).toEqual([1, []]);
  });

  test("whose name leads elsewhere now gets nothing where it was", async () => {
    const before = await start((socket) => socket.write(short));
    const certificate = certificates.good;
    const after = await startRawReceiver((socket) => socket.write(short), {
      certificate,
      address: "127.0.0.2",
      port: before.port,
    });
    const at = (...addresses: string[]) => ({
      allowedAddresses: ["127.0.0.0/8"],
      resolve: async () => addresses,
    });
    await post(before.url, at("127.0.0.1"));
    await post(before.url, at("127.0.0.3", "127.0.0.1"));
    expect(before.connections()).toBe(1);
    expect((await post(before.url, at("127.0.0.2"))).outcome).toEqual(status(200));
    expect((await post(before.url, at("127.0.0.2"))).outcome).toEqual(status(200));
    expect([before.requests.length, after.requests.length]).toEqual([2, 2]);
    expect(after.connections()).toBe(1);
  });

  test("is not asked on a connection that was idle for seconds", async () => {
    const receiver = await start((socket) => socket.write(short));
    const startedMs = Date.now();
    await post(receiver.url);
    // Frozen in between: no timer has closed it.
    vi.spyOn(systemClock, "now").mockReturnValue(startedMs + 60_000);
    expect((await post(receiver.url)).outcome).toEqual(status(200));
    expect(receiver.connections()).toBe(2);
  });

  test("that closed a kept connection is asked at once on a fresh one", async () => {
    const receiver = await start((s, number) => (number === 2 ? s.destroy() : s.write(short)));
    await post(receiver.url);
    expect(await post(receiver.url)).toMatchObject({ outcome: status(200), response: "ok" });
    expect(receiver.connections()).toBe(2);
  });

  test("that closed several kept connections gets each request on a fresh one", async () => {
    const count = 5;
    const kept = new Set<Socket>();
    const receiver = await start((socket) => {
      if (kept.has(socket)) return void socket.destroy();
      if (kept.size === count) return void socket.write(short);
      kept.add(socket);
      // All responses at once, so that each request needs a connection of its own.
      if (kept.size === count) for (const each of kept) each.write(short);
    });
    await Promise.all(Array.from({ length: count }, () => post(receiver.url)));
    for (let number = 0; number < count; number += 1)
      expect(await post(receiver.url)).toMatchObject({ outcome: status(200), response: "ok" });
    expect(receiver.connections()).toBe(2 * count);
    expect(receiver.requests).toHaveLength(3 * count);
  });

  test("that closes every connection once it is idle loses nothing", async () => {
    const receiver = await start((socket) => {
      socket.write(short, () => setTimeout(() => socket.destroy(), 1));
    });
    for (const _ of Array(50)) expect((await post(receiver.url)).outcome).toEqual(status(200));
  });

  test("that resets is reported, and asked again only if the connection was kept", async () => {
    const receiver = await start((socket, number) => {
      if (number > 1) receiver.reset();
      else socket.write(short);
    });
    await post(receiver.url);
    expect((await post(receiver.url)).outcome).toEqual(closed);
    expect((await post(receiver.url)).outcome).toEqual(closed);
    expect(receiver.requests.length).toBe(4);
  });

  test("that closes the fresh connection too is not asked a third time", async () => {
    const receiver = await start((s, number) => (number > 1 ? s.destroy() : s.write(short)));
    await post(receiver.url);
    expect((await post(receiver.url)).outcome).toEqual(closed);
    expect(receiver.requests.length).toBe(3);
  });

  test("that closes a kept connection within a response is not asked again", async () => {
    const receiver = await start((s, number) => (number > 1 ? s.end("HTTP/") : s.write(short)));
    await post(receiver.url);
    expect((await post(receiver.url)).outcome).toEqual(closed);
    expect(receiver.requests.length).toBe(2);
  });

  test("is connected to where it was checked, not where its name leads next", async () => {
    const inner = await startRawReceiver((s) => s.end(short), { address: "127.0.0.2" });
    const certificate = certificates.good;
    const receiver = await startRawReceiver((s) => s.write(short), {
      certificate,
      port: inner.port,
    });
    const url = `https://receiver.example.com:${receiver.port}/`;
    const resolve = vi.fn(async () => ["127.0.0.2"]).mockResolvedValueOnce(["127.0.0.1"]);
    expect((await post(url, { resolve })).outcome).toEqual(status(200));
    expect(resolve).toHaveBeenCalledTimes(1);
    const { outcome } = await post(url, { resolve });
    expect(outcome).toEqual(no(expect.stringContaining("127.0.0.2, which is not public")));
    expect([receiver.connections(), inner.connections()]).toEqual([1, 0]);
  });

  test("is reached over a long way, although another address says nothing", async () => {
    const receiver = await start((socket) => socket.write(short));
    const far = await startFullReceiver("127.0.0.6", receiver.port);
    await startFullReceiver("127.0.0.7", receiver.port);
    // The second SYN, a second after the first, finds room.
    setTimeout(far.accept, 400);
    const options = {
      allowedAddresses: ["127.0.0.0/8"],
      resolve: async () => ["127.0.0.6", "127.0.0.7"],
    };
    expect((await post(receiver.url, options)).outcome).toEqual(status(200));
    expect(receiver.connections()).toBeGreaterThan(0);
  });

  test("is asked first where it was reached last", async () => {
    const { port, url } = await start((socket) => socket.end(short));
    const options = {
      allowedAddresses: ["127.0.0.0/8"],
      resolve: async () => ["127.0.0.3", "127.0.0.1"],
    };
    expect((await post(url, options)).outcome).toEqual(status(200));
    const back = await startRawReceiver(() => {}, { address: "127.0.0.3", port });
    expect((await post(url, options)).outcome).toEqual(status(200));
    expect(back.connections()).toBe(0);
  });

  test("is reached at its second address when the first refuses", async () => {
    const receiver = await start((socket) => socket.write(short));
    const options = {
      allowedAddresses: ["127.0.0.0/8"],
      resolve: async () => ["127.0.0.3", "127.0.0.1"],
    };
    expect((await post(receiver.url, options)).outcome).toEqual(status(200));
  });
});

describe("a receiver without TLS", () => {
  const withoutTls = "TLS failed: the receiver responds without TLS (plain HTTP?)";

  test.each<[string, Behaviour, object, number?]>([
    ["speaks plain HTTP", (socket) => socket.end(short), no(withoutTls)],
    ["greets as another protocol", (socket) => socket.end("220 mail ESMTP\r\n"), no(withoutTls)],
    ["closes", (socket) => socket.destroy(), closed],
    ["says nothing", () => {}, timedOut, briefMs],
  ])("that %s is reported", async (_, behave, outcome, timeoutMs = patientMs) => {
    const receiver = await startRawReceiver(behave);
    const sent = await post(`https://receiver.example.com:${receiver.port}/`, { timeoutMs });
    expect(sent.outcome).toEqual(outcome);
    expect(sent.durationMs).toBeLessThan(timeoutMs + 5_000);
  });

  test("that is a plain HTTP server is reported as one", async () => {
    const server = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const sent = await post(`https://receiver.example.com:${port}/`);
    expect(sent.outcome).toEqual(no(withoutTls));
  });

  test("that refuses TLS is reported as that only", async () => {
    // A TLS alert "handshake failure".
    const alert = Buffer.from([21, 3, 3, 0, 2, 2, 40]);
    const receiver = await startRawReceiver((socket) => socket.end(alert));
    const { outcome } = await post(`https://receiver.example.com:${receiver.port}/`);
    expect(outcome).toEqual(no("TLS failed"));
  });

  test("that does not listen is reported", async () => {
    const receiver = await startRawReceiver(() => {});
    const url = `https://receiver.example.com:${receiver.port}/`;
    const options = { allowedAddresses: ["127.0.0.0/8"], resolve: async () => ["127.0.0.4"] };
    expect((await post(url, options)).outcome).toEqual(no("the connection was refused"));
    const both = { ...options, resolve: async () => ["127.0.0.4", "127.0.0.5"] };
    expect((await post(url, both)).outcome).toEqual(no("the connection was refused"));
  });
});
