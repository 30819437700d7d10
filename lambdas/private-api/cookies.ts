import type { HttpEvent } from "../http/message.ts";

/**
 * The value of a request's cookie; the first where a hostile request has several. With the prefix
 * `__Host-` no other host, no plain HTTP and no other path can have set it.
 */
export function cookieOf(
  { cookies = [] }: Pick<HttpEvent, "cookies">,
  name: string,
): string | undefined {
  const cookie = cookies.find((pair) => pair.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1);
}

/** All cookies of a request, by name. */
export function cookiesOf({ cookies = [] }: Pick<HttpEvent, "cookies">): Map<string, string> {
  const pairs = cookies.filter((pair) => pair.includes("="));
  return new Map(
    pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
}

/**
 * A Set-Cookie header; the browser sends the cookie to this origin and shows it to no script. With a
 * path of its own it travels with fewer requests, and its name may not begin with `__Host-`.
 */
export function setCookie(name: string, value: string, maxAgeSeconds: number, path = "/"): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Lax`;
}

/** A Set-Cookie header that removes a cookie. */
export function removeCookie(name: string): string {
  return setCookie(name, "", 0);
}
