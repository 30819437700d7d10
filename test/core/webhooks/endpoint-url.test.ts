import { expect, test } from "vitest";
import { isPublicAddress, validateEndpointUrl } from "../../../core/webhooks/endpoint-url.ts";
import { hostileAddresses, hostileUrls } from "../../adapters/webhooks/hostile-addresses.ts";

const loopback = ["127.0.0.0/8", "::1/128"];

test.each(hostileUrls)("%# is refused with a reason: %.80s", (url) => {
  expect(validateEndpointUrl(url)).toMatch(/^(the|not a) /);
});

test.each(hostileAddresses)("a name may not resolve to %s", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test("the table holds at least 100 hostile URLs and answers, each once", () => {
  expect(hostileUrls.length).toBe(new Set(hostileUrls).size);
  expect(hostileAddresses.length).toBe(new Set(hostileAddresses).size);
  expect(hostileUrls.length + hostileAddresses.length).toBeGreaterThanOrEqual(100);
});

test.each([
  "https://example.com/hook",
  "HTTPS://Example.COM/hook?a=b",
  "https://example.com./hook",
  "https://example.com:8443/hook",
  "https://example.com:1024/hook",
  `https://${`${"a".repeat(49)}.`.repeat(5)}com/`,
  "https://bücher.example.org/",
  "https://xn--bcher-kva.example.org/",
  "https://8.8.8.8/hook",
  "https://[2606:4700:4700::1111]/hook",
  "https://my_hooks.example.com/",
  "https://internal.example.com/",
  `https://example.com/${"a".repeat(2_048 - "https://example.com/".length)}`,
])("%.60s may be an endpoint", (url) => {
  expect(validateEndpointUrl(url)).toBeUndefined();
});

test.each([
  ["http://example.com/", "the URL must begin with https://"],
  ["example.com", "not a URL"],
  ["https://u:p@example.com/", "the URL must not contain a user or password"],
  ["https://0x7f.1/", "the address 127.0.0.1 is not public"],
  ["https://[::ffff:8.8.8.8]/", "the address ::ffff:808:808 is not public"],
  ["https://localhost./", "the host name localhost is not public"],
  ["https://example.com:22/", "the port must be 443, or 1024 and above"],
  ["https://example.com:1023/", "the port must be 443, or 1024 and above"],
  [`https://${`${"a".repeat(49)}.`.repeat(5)}info/`, "the host name is not valid"],
])("%s is refused because: %s", (url, reason) => {
  expect(validateEndpointUrl(url)).toBe(reason);
});

// The addresses just outside every refused range.
test.each([
  ...["1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
  ...["128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0"],
  ...["191.255.255.255", "192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0"],
  ...["192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255"],
  ...["198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255"],
  ...["2000::", "2001:200::", "2001:db7:ffff::", "2001:db9::", "2001:ffff::", "2003::"],
  ...["2a00:1450:4001:81b::200e", "2fff:ffff::", "2606:4700:4700:0:0:0:0:1111"],
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test("only what is inside the allowed ranges is allowed beside the public", () => {
  for (const address of ["127.0.0.1", "127.255.255.255", "::1", "8.8.8.8"])
    expect(isPublicAddress(address, loopback)).toBe(true);
  for (const address of ["10.0.0.1", "::2", "::", "169.254.169.254", "::ffff:127.0.0.1"])
    expect(isPublicAddress(address, loopback)).toBe(false);
});

test("where loopback is allowed, its names and literals may be endpoints, and no other", () => {
  for (const url of ["https://localhost:8443/", "https://127.0.0.1:8443/", "https://[::1]:8443/"])
    expect(validateEndpointUrl(url, loopback)).toBeUndefined();
  expect(validateEndpointUrl("https://10.0.0.1/", loopback)).toMatch("not public");
});

test.each(["127.0.0.1", "127.0.0.0/33", "::1/129", "localhost/8", "127.0.0.0/"])(
  "%s is not a range that can be allowed",
  (range) => expect(() => isPublicAddress("8.8.8.8", [range])).toThrow("not a range"),
);
