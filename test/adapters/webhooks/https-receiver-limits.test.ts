import { afterEach, describe, expect, test, vi } from "vitest";
import {
  postToReceiver,
  type SendOptions,
  sharedLookups,
} from "../../../adapters/webhooks/https-receiver.ts";
import { trustedCertificates } from "./certificates.ts";
import { no, short, status } from "./hostile-behaviours.ts";
import { startRawReceiver } from "./raw-receiver.ts";

function post(url: string, options: Partial<SendOptions> = {}) {
  const request = { url, headers: { "Content-Type": "application/json" }, body: "{}" };
  const resolve = async () => ["127.0.0.1"];
  return postToReceiver(request, { allowedAddresses: ["127.0.0.1/32"], resolve, ...options });
}

afterEach(() => void vi.useRealTimers());

test("without another time, a receiver has 10 s to respond", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let sent: Awaited<ReturnType<typeof post>> | undefined;
  const posting = post("https://receiver.example.com/", { resolve: () => new Promise(() => {}) });
  void posting.then((result) => {
    sent = result;
  });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(sent).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect((await posting).outcome).toEqual(no("timed out: no response within 10 s"));
});

test("those who ask for a name within a second share its look-up, and later ones don't", async () => {
  let nowMs = 0;
  const begun: PromiseWithResolvers<string[]>[] = [];
  const look = () => {
    const lookup = Promise.withResolvers<string[]>();
    begun.push(lookup);
    return lookup.promise;
  };
  const resolve = sharedLookups(look, () => nowMs);
  const early = [resolve("a"), resolve("a")];
  nowMs = 1_000;
  const late = resolve("a");
  begun[1]?.resolve(["192.0.2.2"]);
  expect(await late).toEqual(["192.0.2.2"]);
  begun[0]?.resolve(["192.0.2.1"]);
  expect(await Promise.all(early)).toEqual([["192.0.2.1"], ["192.0.2.1"]]);
  void resolve("a");
  void resolve("b");
  expect(begun).toHaveLength(4);
});

test.each(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"])(
  "%s is this machine's trouble, and no outcome of the receiver",
  async (code) => {
    const resolve = () => Promise.reject(Object.assign(new Error(code), { code }));
    await expect(post("https://receiver.example.com/", { resolve })).rejects.toThrow(code);
  },
);

test.each([
  ["receiver.example.com", true],
  ["127.0.0.1", false],
])("TLS names the host %s: %s", async (host, named) => {
  const receiver = await startRawReceiver((socket) => socket.end());
  await post(`https://${host}:${receiver.port}/`);
  expect(receiver.requests.join("").includes(host)).toBe(named);
});

describe("with TLS", () => {
  const certificates = trustedCertificates();

  test.each([
    [10, short, status(200)],
    [11, "", no("too many 1xx responses")],
  ])("%i interim responses, and then %j", async (count, response, outcome) => {
    const hints = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(count);
    const receiver = await startRawReceiver((socket) => socket.write(hints + response), {
      certificate: certificates.good,
    });
    const url = `https://receiver.example.com:${receiver.port}/`;
    expect((await post(url)).outcome).toEqual(outcome);
  });
});
