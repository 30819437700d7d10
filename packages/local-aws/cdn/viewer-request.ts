import type { IncomingMessage } from "node:http";
import { splitTarget } from "../http/http-event.ts";

/** A request as CloudFront takes it in. */
export interface ViewerRequest {
  method: string;
  /** As sent, percent-encoded. */
  path: string;
  /** As sent, without the question mark. */
  query: string;
  /** In lower case, without cookies. */
  headers: [name: string, value: string][];
  /** `name=value` */
  cookies: string[];
  address: string;
  port: number;
  httpVersion: string;
}

export function readViewerRequest(message: IncomingMessage): ViewerRequest {
  const { method = "GET", url = "/", rawHeaders, socket, httpVersion } = message;
  const headers: ViewerRequest["headers"] = [];
  const cookies: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? "").toLowerCase();
    const value = rawHeaders[i + 1] ?? "";
    if (name === "cookie") cookies.push(...value.split(/; */).filter(Boolean));
    else headers.push([name, value]);
  }
  const address = (socket.remoteAddress ?? "127.0.0.1").replace(/^::ffff:/, "");
  const port = socket.remotePort ?? 0;
  return { method, ...splitTarget(url), headers, cookies, address, port, httpVersion };
}

/** The values of a header; a request may repeat it. */
export function headerValues({ headers }: ViewerRequest, wanted: string): string[] {
  return headers.filter(([name]) => name === wanted).map(([, value]) => value);
}

/** The name of a cookie or of a query parameter, as sent. */
export const nameOf = (pair: string) => pair.split("=", 1)[0] ?? pair;
