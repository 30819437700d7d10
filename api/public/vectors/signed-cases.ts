import { createHmac } from "node:crypto";
import { bodies, hostileNames, nowSeconds, secrets } from "./inputs.ts";

/** One request, and what a receiver makes of it. */
export interface SignedCase {
  name: string;
  /** Those that the receiver has. */
  secrets: string[];
  headers: Record<string, string>;
  /** The raw body as text; `bodyBase64` where it is no text. */
  body?: string;
  bodyBase64?: string;
  /** The receiver's clock, in unix seconds. */
  now: number;
  toleranceSeconds: number;
  /** Whether a signature is right, and its time is near enough. */
  signed: boolean;
  /** Whether it is signed, and its body is an event. */
  verified: boolean;
}

const [secret, nextSecret, otherSecret] = secrets;
const body = bodies.increment;
const id = "dlv_0Bq3Yt6Kx9Lm2Nf5Rw8T0VlGVhC4a9ZkQm3rT7bXw2Ne";

/** `X-Service-Signature`. */
export function signatureCases(): SignedCase[] {
  const text = ownText(body, secret);
  return [
    ...Object.entries(bodies).map(([name, one]) => own(name, { body: one })),
    ...hostileNames.map(([name, one]) => own(`a hostile name: ${name}`, { body: one })),
    own("signed exactly 300 s ago", { now: nowSeconds + 300 }),
    own("signed 301 s ago", { now: nowSeconds + 301, ...neither }),
    own("signed 301 s ahead", { now: nowSeconds - 301, ...neither }),
    own("another secret", { secrets: [otherSecret], ...neither }),
    own("the body has one more space", { body: `${body} `, text, ...neither }),
    own("another time in the signature", {
      text: text.replace(/^t=\d+/, "t=1795253402"),
      ...neither,
    }),
    own("the key is the decoded secret", { text: ownText(body, decoded(secret)), ...neither }),
    own("hex in upper case", {
      text: text.replace(/[a-f]/g, (digit) => digit.toUpperCase()),
      ...neither,
    }),
    own("a digit is missing", { text: text.slice(0, -1), ...neither }),
    own("no hex at all", { text: `t=${nowSeconds},v1=`, ...neither }),
    own("a space after the comma", { text: text.replace(",", ", "), ...neither }),
    own("no signature", { text: null, ...neither }),
    own("a body that is not JSON", { body: "counter.increment", ...signedOnly }),
    own("a body that is a list", { body: `[${body}]`, ...signedOnly }),
    own("a body that lacks a field", { body: body.replace('"delta":1,', ""), ...signedOnly }),
    ...Object.entries({
      "a count that lacks its counter's name": [bodies.increment, /"counterName":"[^"]*",/],
      "an alert that lacks its level": [bodies.alert, /"level":\d+,/],
      "an alert whose counter is null": [bodies.alert, /(?<="counterId":)"\w+"/, "null"],
    } as const).map(([name, [whole, field, other = ""]]) =>
      own(name, { body: whole.replace(field, other), ...signedOnly }),
    ),
    own("a number that is not exact", {
      body: body.replace('"count":42', '"count":9007199254740993'),
      ...signedOnly,
    }),
    own("a body that is not UTF-8", { bytes: Buffer.from(`${body}\xff`, "latin1"), ...signedOnly }),
  ];
}

/** `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
export function standardCases(): SignedCase[] {
  const right = standardText(body, secret);
  const both = { ...standardHeaders(right), ...ownHeaders(ownText(body, secret)) };
  const wrong = `v1,${Buffer.alloc(32).toString("base64")}`;
  return [
    ...Object.entries(bodies).map(([name, one]) => standard(name, { body: one })),
    ...hostileNames.map(([name, one]) => standard(`a hostile name: ${name}`, { body: one })),
    standard("the second signature is right", { headers: standardHeaders(`${wrong} ${right}`) }),
    standard("a version of signatures that nobody knows, and a right one", {
      headers: standardHeaders(`v2,AAAA ${right}`),
    }),
    standard("signed 301 s ago", { now: nowSeconds + 301, ...neither }),
    standard("another id", {
      headers: { ...standardHeaders(right), "webhook-id": "dlv_x" },
      ...neither,
    }),
    standard("the key is the secret as text", {
      headers: standardHeaders(`v1,${hmac(secret, `${id}.${nowSeconds}.`, body, "base64")}`),
      ...neither,
    }),
    standard("no signature that is right", { headers: standardHeaders(wrong), ...neither }),
    standard("both kinds of headers", { headers: both }),
    standard("both kinds of headers, only the service's own is right", {
      headers: { ...both, "webhook-signature": wrong },
    }),
    standard("both kinds of headers, only the standard one is right", {
      headers: { ...both, "X-Service-Signature": `t=${nowSeconds},v1=${"0".repeat(64)}` },
    }),
  ];
}

/** A secret is changed: before, while the receiver knows both, and after. */
export function rotationCases(): SignedCase[] {
  const signedBy = (one: string) => ownHeaders(ownText(body, one));
  const byBoth = standardHeaders(`${standardText(body, secret)} ${standardText(body, nextSecret)}`);
  const knowing = (
    name: string,
    secrets: string[],
    headers: Record<string, string>,
    isRight = true,
  ) => standard(name, { secrets, headers, ...(isRight ? {} : neither) });
  return [
    knowing("the old one signs, the receiver knows the old one", [secret], signedBy(secret)),
    knowing("the old one signs, the receiver knows both", [secret, nextSecret], signedBy(secret)),
    knowing(
      "the next one signs, the receiver knows both",
      [secret, nextSecret],
      signedBy(nextSecret),
    ),
    knowing(
      "the next one signs, the receiver knows the next one",
      [nextSecret],
      signedBy(nextSecret),
    ),
    knowing(
      "the next one signs, the receiver knows only the old one",
      [secret],
      signedBy(nextSecret),
      false,
    ),
    knowing("both sign (standard), the receiver knows the old one", [secret], byBoth),
    knowing("both sign (standard), the receiver knows the next one", [nextSecret], byBoth),
    knowing("both sign (standard), the receiver knows neither", [otherSecret], byBoth, false),
  ];
}

const neither = { signed: false, verified: false };
const signedOnly = { verified: false };

function own(
  name: string,
  // Null: the header is missing.
  { text, bytes, ...given }: Partial<SignedCase> & { text?: string | null; bytes?: Buffer },
): SignedCase {
  const raw = bytes ?? Buffer.from(given.body ?? body);
  const signed = text === undefined ? ownText(raw, secret) : text;
  const sent = bytes ? { bodyBase64: bytes.toString("base64") } : { body: raw.toString() };
  return { ...defaults(name), headers: ownHeaders(signed), ...sent, ...given };
}

function standard(name: string, given: Partial<SignedCase>): SignedCase {
  const raw = given.body ?? body;
  const headers = standardHeaders(standardText(raw, secret));
  return { ...defaults(name), headers, body: raw, ...given };
}

const defaults = (name: string) => ({
  ...{ name, secrets: [secret], now: nowSeconds, toleranceSeconds: 300 },
  ...{ signed: true, verified: true },
});

function ownHeaders(text: string | null): Record<string, string> {
  return { ...(text !== null && { "X-Service-Signature": text }), "X-Service-Delivery": id };
}

function standardHeaders(signatures: string): Record<string, string> {
  const timestamp = String(nowSeconds);
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures };
}

/** Contract §5, written down a second time: the vectors check the service, too. */
function ownText(raw: string | Buffer, key: string | Buffer): string {
  return `t=${nowSeconds},v1=${hmac(key, `${nowSeconds}.`, raw, "hex")}`;
}

function standardText(raw: string, key: string): string {
  return `v1,${hmac(decoded(key), `${id}.${nowSeconds}.`, raw, "base64")}`;
}

const decoded = (key: string) => Buffer.from(key.replace("whsec_", ""), "base64");

function hmac(key: string | Buffer, prefix: string, raw: string | Buffer, form: "hex" | "base64") {
  return createHmac("sha256", key).update(prefix).update(raw).digest(form);
}
