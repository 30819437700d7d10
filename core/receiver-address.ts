/** Ends of names that lead inward, or nowhere, whatever they resolve to. */
const inwardEnds = ["localhost", "local", "localdomain", "internal", "home.arpa"];

/** IPv4 that is not global unicast: the IANA special-purpose registry, multicast, reserved. */
const specialIpv4 = parseRanges([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
]);

/**
 * Global unicast IPv6 is inside 2000::/3. All else is refused, and with it every mapped, compatible
 * and NAT64 spelling of an IPv4 address, outright: also those of public ones.
 */
const globalIpv6 = parseRanges(["2000::/3"]);

/** Inside 2000::/3: IETF protocols with Teredo, documentation, 6to4 (outright), documentation. */
const specialIpv6 = parseRanges(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/**
 * Why no delivery can be sent to this URL, in plain words; undefined when it may be tried.
 * `allowed` as for `isPublicAddress`; where anything is allowed, so are inward names, because what
 * they resolve to is still checked.
 */
export function endpointUrlProblem(url: string, allowed: string[] = []): string | undefined {
  if (url.length > 2_048) return "the URL is longer than 2,048 characters";
  if (/[\s\\\p{Cc}]/u.test(url)) return "the URL has spaces, control characters or backslashes";
  if (!URL.canParse(url)) return "not a URL";
  const { protocol, username, password, port } = new URL(url);
  if (protocol !== "https:" || !/^https:\/\//i.test(url)) return "the URL must begin with https://";
  if (username !== "" || password !== "") return "the URL must not contain a user or password";
  if (url.includes("#")) return "the URL must not have a fragment (#)";
  if (port !== "" && Number(port) < 1_024) return "the port must be 443, or 1024 and above";
  return hostProblem(receiverHost(url), allowed);
}

/** The host of a URL as an address or a name: lower case, punycode, no brackets, no end dot. */
export function receiverHost(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/**
 * Whether a resolved address is global unicast, or inside one of the `allowed` ranges
 * (`127.0.0.0/8`). What is not exactly an address, such as one with a zone, is not public.
 */
export function isPublicAddress(address: string, allowed: string[] = []): boolean {
  const parsed = parseAddress(address);
  if (parsed === undefined) return false;
  if (isWithin(parsed, parseRanges(allowed))) return true;
  if (parsed.bits === 32) return !isWithin(parsed, specialIpv4);
  return isWithin(parsed, globalIpv6) && !isWithin(parsed, specialIpv6);
}

function hostProblem(host: string, allowed: string[]): string | undefined {
  if (parseAddress(host) !== undefined)
    return isPublicAddress(host, allowed) ? undefined : `the address ${host} is not public`;
  const labels = host.split(".");
  if (host.length > 253 || !labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label)))
    return "the host name is not valid";
  if (allowed.length > 0) return undefined;
  if (labels.length === 1 || inwardEnds.some((end) => `.${host}`.endsWith(`.${end}`)))
    return `the host name ${host} is not public`;
  return undefined;
}

interface Address {
  bits: 32 | 128;
  value: bigint;
}

interface Range extends Address {
  prefix: number;
}

function isWithin({ bits, value }: Address, ranges: Range[]): boolean {
  return ranges.some((range) => {
    const rest = BigInt(bits - range.prefix);
    return range.bits === bits && value >> rest === range.value >> rest;
  });
}

function parseRanges(texts: string[]): Range[] {
  return texts.map((text) => {
    const [start = "", prefix = ""] = text.split("/");
    const address = parseAddress(start);
    if (address === undefined || !/^\d{1,3}$/.test(prefix) || Number(prefix) > address.bits)
      throw new Error(`${text} is not a range of addresses such as 127.0.0.0/8`);
    return { ...address, prefix: Number(prefix) };
  });
}

/** Only dotted decimal and IPv6 notation; URLs have already turned other spellings into these. */
function parseAddress(text: string): Address | undefined {
  if (/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) {
    const bytes = text.split(".").map(Number);
    if (bytes.some((byte) => byte > 255)) return undefined;
    return { bits: 32, value: joined(bytes, 8n) };
  }
  if (!/^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text) || !URL.canParse(`https://[${text}]`))
    return undefined;
  // The URL's own spelling has neither upper case nor dotted parts.
  const [head = "", tail] = new URL(`https://[${text}]`).hostname.slice(1, -1).split("::");
  const parts = (half: string) => (half === "" ? [] : half.split(":")).map((p) => parseInt(p, 16));
  const [before, after] = [parts(head), parts(tail ?? "")];
  const zeros = Array<number>(8 - before.length - after.length).fill(0);
  return { bits: 128, value: joined([...before, ...zeros, ...after], 16n) };
}

function joined(parts: number[], bitsEach: bigint): bigint {
  return parts.reduce((value, part) => (value << bitsEach) | BigInt(part), 0n);
}
