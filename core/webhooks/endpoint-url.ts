import ipaddr from "ipaddr.js";

/** Suffixes of private names, which are refused whatever they resolve to. */
const privateSuffixes = ["localhost", "local", "localdomain", "internal", "home.arpa"];

/**
 * All IPv6 that IANA has given to registries so far. The other half of global unicast, 2000::/3, has the
 * former 6bone, 3ffe::/16, and addresses for documentation.
 */
const globalIpv6 = ipaddr.parseCIDR("2000::/4");

/**
 * Why no delivery can be sent to this URL, in plain words; undefined when it may be tried.
 * `allowed` is as for `isPublicAddress`. Unless it is empty, private names may be tried, too: the
 * addresses that they resolve to are still checked.
 */
export function validateEndpointUrl(url: string, allowed: string[] = []): string | undefined {
  if (url.length > 2_048) return "the URL is longer than 2,048 characters";
  if (/[\s\\\p{Cc}]/u.test(url)) return "the URL has spaces, control characters or backslashes";
  if (!isUrl(url)) return "not a URL";
  const { protocol, username, password, port } = new URL(url);
  if (protocol !== "https:" || !/^https:\/\//i.test(url)) return "the URL must begin with https://";
  if (username !== "" || password !== "") return "the URL must not contain a user or password";
  if (url.includes("#")) return "the URL must not have a fragment (#)";
  if (port !== "" && Number(port) < 1_024) return "the port must be 443, or 1024 and above";
  return whyHostRefused(receiverHost(url), allowed);
}

/** As URL.canParse, which browsers have only since 2023. */
function isUrl(text: string): boolean {
  try {
    return new URL(text) !== undefined;
  } catch {
    return false;
  }
}

/** The host of a URL as an address or a name: lower case, punycode, no brackets, no end dot. */
function receiverHost(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/**
 * Whether a resolved address is global unicast, or inside one of the `allowed` ranges
 * (`127.0.0.0/8`). Text that is not exactly an address, such as one with a zone, is not public. Nor
 * is IPv6 that embeds an IPv4 address, even a public one.
 */
export function isPublicAddress(address: string, allowed: string[] = []): boolean {
  const asked = `${address} ${allowed.join()}`;
  const known = publicAddresses.get(asked);
  if (known !== undefined) return known;
  if (publicAddresses.size >= keptAddresses) publicAddresses.clear();
  const found = findPublicAddress(address, allowed);
  publicAddresses.set(asked, found);
  return found;
}

/** Remembered, because each attempt asks about its receiver's addresses, and a result never changes. */
const publicAddresses = new Map<string, boolean>();
const keptAddresses = 1_000;

function findPublicAddress(address: string, allowed: string[]): boolean {
  const parsed = parseAddress(address);
  if (parsed === undefined) return false;
  if (allowed.some((range) => isWithin(parsed, parseRange(range)))) return true;
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || (isWithin(parsed, globalIpv6) && !isIsatap(parsed));
}

export interface ReceiverAddressPorts {
  /** All addresses of a host name. */
  resolve(name: string): Promise<string[]>;
  /** Ranges such as `127.0.0.0/8` that may be sent to although they are not public. */
  allowedAddresses: string[];
}

export type ReceiverAddresses =
  | { result: "allowed"; host: string; addresses: string[] }
  | { result: "unresolved"; host: string }
  | { result: "not_allowed"; reason: string };

/**
 * The addresses that a URL leads to, all of them checked: every address of its host must be public
 * or allowed. Endpoints are created with this check, and each attempt repeats it.
 */
export async function receiverAddresses(
  url: string,
  { resolve, allowedAddresses }: ReceiverAddressPorts,
): Promise<ReceiverAddresses> {
  const reason = validateEndpointUrl(url, allowedAddresses);
  if (reason !== undefined) return { result: "not_allowed", reason };
  const host = receiverHost(url);
  const addresses = parseAddress(host) === undefined ? await resolve(host) : [host];
  if (addresses.length === 0) return { result: "unresolved", host };
  const refused = addresses.find((address) => !isPublicAddress(address, allowedAddresses));
  if (refused === undefined) return { result: "allowed", host, addresses };
  const notPublic = `${host} resolves to ${refused}, which is not public`;
  return { result: "not_allowed", reason: notPublic };
}

function whyHostRefused(host: string, allowed: string[]): string | undefined {
  if (parseAddress(host) !== undefined)
    return isPublicAddress(host, allowed) ? undefined : `the address ${host} is not public`;
  const labels = host.split(".");
  if (host.length > 253 || !labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label)))
    return "the host name is not valid";
  if (allowed.length > 0) return undefined;
  if (labels.length === 1 || privateSuffixes.some((end) => `.${host}`.endsWith(`.${end}`)))
    return `the host name ${host} is not public`;
  return undefined;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** ISATAP: an IPv4 address in the lower half, under any prefix. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;
}

function parseRange(text: string): [Address, number] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  throw new Error(`${text} is not a range of addresses such as 127.0.0.0/8`);
}

function isWithin(address: Address, [start, prefix]: [Address, number]): boolean {
  return address.kind() === start.kind() && address.match(start, prefix);
}

/** Only dotted decimal and IPv6 without a zone; URLs have turned other spellings into these. */
function parseAddress(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(":") || text.includes("%") || !ipaddr.IPv6.isValid(text)) return undefined;
  return ipaddr.IPv6.parse(text);
}
