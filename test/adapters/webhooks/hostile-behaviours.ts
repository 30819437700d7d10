import type { Outcome } from "../../../core/webhooks/retry-schedule.ts";
import { type Behaviour, drip, endlessly } from "./raw-receiver.ts";

/** Far more than a response takes, also on a busy machine. */
export const patientMs = 20_000;
/** For receivers that only a timeout ends. */
export const briefMs = 400;
export const ok = "HTTP/1.1 200 OK\r\n";
export const short = `${ok}Content-Length: 2\r\n\r\nok`;

export const no = (reason: string): Outcome => ({ kind: "no_response", reason });
export const status = (code: number): Outcome => ({ kind: "response", status: code });
export const timedOut = no("timed out: no response within 0.4 s");
export const closed = no("the connection was closed or reset before a response");

const tooLarge = no("the response headers are larger than 16 KB");
const tooMany = no("too many 1xx responses");
const notHttp = no("the response is not valid HTTP");
/** So many that a busy machine gets to the limit before the deadline. */
const manyBytes = `X: ${"1".repeat(500)}\r\n`;
const long = "a".repeat(60_000);

const say =
  (text: string): Behaviour =>
  (socket) =>
    socket.write(text);
const sayAndEnd =
  (text: string): Behaviour =>
  (socket) =>
    socket.end(text);
export const sayEndlessly = (start: string, text: string): Behaviour => {
  return (socket) => {
    socket.write(start);
    endlessly(socket, text);
  };
};
const sayAndDrip = (start: string, text: string): Behaviour => {
  return (socket) => {
    socket.write(start);
    drip(socket, text);
  };
};

interface HostileBehaviour {
  does: string;
  behave: Behaviour;
  outcome: Outcome;
  response?: string;
  /** Without it, it ends by itself. */
  timeoutMs?: number;
}

const switching = "HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";
const redirect = "HTTP/1.1 302 Found\r\n";

export const hostileBehaviours: HostileBehaviour[] = [
  { does: "never responds", behave: () => {}, outcome: timedOut, timeoutMs: briefMs },
  {
    does: "drips its status line",
    behave: sayAndDrip("H", "TTP/1.1 200"),
    outcome: timedOut,
    timeoutMs: briefMs,
  },
  {
    does: "drips its headers",
    behave: sayAndDrip(ok, "X: 1\r\n"),
    outcome: status(200),
    // Long enough for its status line on a busy machine.
    timeoutMs: 2_000,
  },
  {
    does: "drips its body",
    behave: sayAndDrip(`${ok}\r\n`, "b"),
    outcome: status(200),
    // As above.
    timeoutMs: 2_000,
  },
  { does: "sends endless headers", behave: sayEndlessly(ok, manyBytes), outcome: status(200) },
  { does: "sends an endless header", behave: sayEndlessly(`${ok}X: `, long), outcome: status(200) },
  {
    does: "sends an endless status line",
    behave: sayEndlessly("HTTP/1.1 200 ", long),
    outcome: tooLarge,
  },
  { does: "resets without a response", behave: (s) => s.destroy(), outcome: closed },
  { does: "resets midway in its status line", behave: sayAndEnd("HTTP/1.1 200"), outcome: closed },
  { does: "resets midway in its headers", behave: sayAndEnd(`${ok}X: `), outcome: status(200) },
  {
    does: "resets midway in its body",
    behave: sayAndEnd(`${ok}Content-Length: 9\r\n\r\npart`),
    outcome: status(200),
    response: "part",
  },
  {
    does: "breaks off a chunked body",
    behave: say(`${ok}Transfer-Encoding: chunked\r\n\r\n4\r\npart\r\nno size\r\n`),
    outcome: status(200),
    response: "part",
  },
  {
    does: "floods with 100",
    behave: sayEndlessly("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(20)),
    outcome: tooMany,
  },
  {
    does: "floods with 103",
    behave: sayEndlessly("", `HTTP/1.1 103 Early Hints\r\nX: ${"a".repeat(9_000)}\r\n\r\n`),
    outcome: tooMany,
  },
  {
    does: "sends one 1xx first",
    behave: say(`HTTP/1.1 102 Processing\r\n\r\n${short}`),
    outcome: status(200),
    response: "ok",
  },
  { does: "switches protocols", behave: say(switching), outcome: status(101) },
  {
    does: "sends a huge redirect",
    behave: say(`${redirect}Location: https://example.com/${long}\r\n\r\n`),
    outcome: status(302),
  },
  {
    does: "redirects with an endless body",
    behave: sayEndlessly(`${redirect}Location: /\r\n\r\n`, long),
    outcome: status(302),
    response: "a".repeat(1_024),
  },
  { does: "is not HTTP", behave: say("220 smtp.example.com ESMTP\r\n"), outcome: notHttp },
  {
    does: "contradicts itself",
    behave: say(`${ok}Content-Length: a\r\n\r\n`),
    outcome: status(200),
  },
];
