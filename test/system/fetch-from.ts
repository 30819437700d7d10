import { randomInt } from "node:crypto";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";

/** An address of this machine that no other test uses: on Linux it has all that begin with 127. */
export function newAddress(): string {
  return `127.${1 + randomInt(254)}.${randomInt(256)}.${1 + randomInt(254)}`;
}

/** Requests a URL of this machine as a viewer at this address would; follows no redirect. */
export async function fetchFrom(
  address: string,
  target: string | URL,
  init: RequestInit = {},
): Promise<Response> {
  const { port, pathname, search } = new URL(target);
  const { method = "GET", headers, body } = init;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const from = { host: "127.0.0.1", port, localAddress: address, agent: false };
    const host = { host: `localhost:${port}` };
    const given = { ...host, ...Object.fromEntries(new Headers(headers)) };
    request({ ...from, path: `${pathname}${search}`, method, headers: given }, resolve)
      .on("error", reject)
      .end(body === undefined ? undefined : String(body));
  });
  const received = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const { statusCode: status = 0 } = response;
  const sent = await buffer(response);
  // As browsers do; the headers stay, so that tests see them.
  const content = response.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
  return new Response(content.length === 0 ? null : content, { status, headers: received });
}
