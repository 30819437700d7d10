import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import type { CountView } from "../../../core/counting/count-view.ts";
import type { TapOutcome } from "../../../core/counting/credential-taps.ts";
import { fetchCount, sendBatch } from "../../../web/count/counting-api.ts";
import {
  type Block,
  type DeviceCredential,
  type DeviceTap,
  nextBlock,
} from "../../../web/count/queue/device-tap.ts";

const gate: DeviceCredential = { kind: "gate", gateId: "gat_1" };
const member: DeviceCredential = {
  kind: "member",
  organizationId: "org_1",
  memberId: "mem_1",
  personId: "per_1",
};
const [id, tappedAt] = ["0b6f3a52-6b0e-4a39-8a51-0c1c7a0a0001", "2026-11-22T10:00:00.000Z"];
const tap = (credential: DeviceCredential): DeviceTap => ({
  ...{ id, credential, counterId: "ctr_a", direction: "up", tappedAt },
  ...{ order: 1, sentAtMs: null, lastSentAtMs: null, kept: null },
});

const undo = { atMs: Date.parse("2026-11-22T10:01:00.000Z"), delta: 1 };
const ofTap = { taps: [{ id, direction: "up", tappedAt }] };
const ofUndo = { undos: [{ id, undoneAt: "2026-11-22T10:01:00.000Z" }] };

const view: CountView = {
  ...{ id: "ctr_a", name: "Gate", count: 7, incrementStep: 1, decrementStep: 1, mode: "both" },
  ...{ goalTarget: null, locked: false, lastEventId: 7, version: 9, group: null },
  servedAt: "2026-11-22T10:00:01.000Z",
};
const answers: TapOutcome[] = [{ id, result: "counted", lastEventId: 7 }];
const counted = JSON.stringify({ answers, counter: view });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What a call returns while this is what stands behind the page's own address. */
async function against<Result>(
  service: RequestListener,
  call: () => Promise<Result>,
): Promise<Result> {
  const server = createServer(service).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const ofNode = globalThis.fetch;
  // A browser adds the page's address to a path.
  vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
    ofNode(new URL(path, `http://127.0.0.1:${port}`), init),
  );
  try {
    return await call();
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const json = { "content-type": "application/json; charset=utf-8" };

function responding(status: number, body: string, headers: Record<string, string> = json) {
  const service: RequestListener = (_, response) => response.writeHead(status, headers).end(body);
  return async (credential = gate) => {
    const views: CountView[] = [];
    const sent = await against(service, () => sendBatch([tap(credential)], (v) => views.push(v)));
    return { sent, views };
  };
}

test("taps that were counted have an answer each, and the counter as it is after them", async () => {
  const { sent, views } = await responding(200, counted)();
  expect(sent).toEqual({ result: "answered", answers, counter: view });
  expect(views).toEqual([view]);
});

/** Whatever says so little keeps the taps waiting: nobody knows whether they were counted. */
const unknown: [string, number, string, Record<string, string>?][] = [
  ["an outage", 500, '{"error":"Internal error"}'],
  ["a response of the right form with the wrong status", 502, counted],
  ["an overload", 503, '{"error":"Try again"}'],
  ["a timeout of a proxy", 408, '{"error":"Request timeout"}'],
  ["a page of another network", 200, "<h1>Log in to the network</h1>", {}],
  ["a page as JSON would be sent", 200, "<h1>Log in to the network</h1>"],
  [
    "a page instead of a refusal",
    403,
    "<h1>Accept our terms</h1>",
    { "content-type": "text/html" },
  ],
  ["a response that is not said to be JSON", 200, counted, { "content-type": "text/plain" }],
  ["a response that was cut off", 200, counted.slice(0, -9)],
  ["another program's JSON", 200, '{"status":"ok"}'],
  ["a list", 200, "[]"],
  ["null", 200, "null"],
  ["text", 200, '"ok"'],
  ["an empty response", 200, ""],
  ["no content", 204, ""],
  ["answers without the counter", 200, JSON.stringify({ answers })],
  ["the counter without answers", 200, JSON.stringify({ counter: view })],
  ["answers that are none", 200, JSON.stringify({ answers: "counted", counter: view })],
  ["no answer for a tap", 200, JSON.stringify({ answers: [null], counter: view })],
  ["a counter without a number", 200, JSON.stringify({ answers, counter: { version: 9 } })],
  ["a counter without a version", 200, JSON.stringify({ answers, counter: { count: 7 } })],
];

test.each(unknown)("%s says nothing about the taps", async (_, status, body, headers) => {
  const { sent, views } = await responding(status, body, headers)();
  expect(sent).toEqual({ result: "failed" });
  expect(views).toEqual([]);
});

test.each(unknown)("%s says nothing about the number", async (_, status, body, headers = json) => {
  const service: RequestListener = (_request, response) =>
    response.writeHead(status, headers).end(body);
  const asked = await against(service, () => fetchCount(tap(gate), null));
  expect(asked).toEqual({ result: "failed" });
});

test.each<[number, string, object, object]>([
  [
    401,
    "{}",
    { result: "blocked", block: "link_needed" },
    { result: "blocked", block: "signed_out" },
  ],
  [403, "{}", { result: "blocked", block: "revoked" }, { result: "blocked", block: "forbidden" }],
  [404, "{}", { result: "blocked", block: "revoked" }, { result: "blocked", block: "forbidden" }],
  [
    403,
    '{"error":"The gate has ended","code":"GATE_ENDED"}',
    { result: "blocked", block: "ended" },
    { result: "blocked", block: "forbidden" },
  ],
  [400, '{"error":"no"}', { result: "invalid" }, { result: "invalid" }],
  [409, '{"error":"no"}', { result: "invalid" }, { result: "invalid" }],
  [413, '{"error":"no"}', { result: "invalid" }, { result: "invalid" }],
])("%d with %s decides for a gate and for a member", async (status, body, ofGate, ofMember) => {
  const respond = responding(status, body);
  expect(await respond(gate)).toEqual({ sent: ofGate, views: [] });
  expect(await respond(member)).toEqual({ sent: ofMember, views: [] });
});

test.each([
  ["7", 7_000],
  ["", 1_000],
  ["999999", 300_000],
])("429 with Retry-After %j asks for a pause of %d ms", async (retryAfter, retryAfterMs) => {
  const respond = responding(429, '{"error":"no"}', { ...json, "retry-after": retryAfter });
  expect((await respond()).sent).toEqual({ result: "limited", retryAfterMs });
});

describe("without a response nobody knows what became of the taps:", () => {
  const failed = { result: "failed" };
  const send = () => sendBatch([tap(gate)], () => {});

  test("offline", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await send()).toEqual(failed);
  });

  test("a redirect, even to a response of the expected form", async () => {
    const portal: RequestListener = ({ url }, response) =>
      url === "/portal"
        ? response.writeHead(200, json).end(counted)
        : response.writeHead(302, { location: "/portal" }).end();
    expect(await against(portal, send)).toEqual(failed);
  });

  test("a connection that breaks", async () => {
    expect(await against((request) => request.socket.destroy(), send)).toEqual(failed);
  });

  test.each([
    ["before it responds", false],
    ["in the middle of its response", true],
  ])("a service that hangs %s, after 15 s", async (_, begins) => {
    const setTimer = globalThis.setTimeout;
    let endTime: (() => void) | undefined;
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, ms?: number) => {
      if (ms === 15_000) endTime = act;
      return setTimer(act, ms);
    }) as typeof setTimeout);
    const service: RequestListener = (_request, response) => {
      if (begins) response.writeHead(200, json).write(counted.slice(0, 9));
      setImmediate(() => endTime?.());
    };
    expect(await against(service, send)).toEqual(failed);
    expect(endTime).toBeDefined();
  });
});

test.each<[DeviceCredential, string, string | undefined, object, object]>([
  [gate, "/api/gates/gat_1/counters/ctr_a/taps", undefined, {}, ofTap],
  [member, "/api/organizations/org_1/counters/ctr_a/taps", "mem_1", {}, ofTap],
  [gate, "/api/gates/gat_1/counters/ctr_a/undos", undefined, { undo }, ofUndo],
  [member, "/api/organizations/org_1/counters/ctr_a/undos", "mem_1", { undo }, ofUndo],
])("a request names whose taps it has, and nothing that the device adds", async (...of) => {
  const [credential, path, memberId, rest, body] = of;
  let arrived: unknown;
  const service: RequestListener = async (request, response) => {
    const { method, url, headers } = request;
    const body = JSON.parse(await text(request));
    arrived = { method, url, memberId: headers["x-member-id"], body };
    response.writeHead(200, json).end(counted);
  };
  await against(service, () => sendBatch([{ ...tap(credential), ...rest }], () => {}));
  expect(arrived).toEqual({ method: "POST", url: path, memberId, body });
});

test.each<[Block | null, Block | null, Block | null]>([
  ["revoked", "link_needed", "revoked"],
  ["ended", "link_needed", "ended"],
  ["revoked", null, null],
  ["link_needed", "revoked", "revoked"],
  [null, "link_needed", "link_needed"],
  ["signed_out", "forbidden", "forbidden"],
])("after %s, what the service says as %s means %s", (known, said, next) => {
  expect(nextBlock(known, said)).toBe(next);
});
