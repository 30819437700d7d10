import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { localAccount } from "../template/arns.ts";
import { decode, type Match } from "./http-route.ts";

/** A request as the gateway took it in. */
export interface HttpRequest {
  message: IncomingMessage;
  body: Buffer;
  requestId: string;
  receivedAt: Date;
  port: number;
}

/** The path and the raw query of a request target, also in its absolute form. */
export function splitTarget(target: string): { path: string; query: string } {
  const local = target.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = local.indexOf("?");
  const path = mark < 0 ? local : local.slice(0, mark);
  return { path: path || "/", query: mark < 0 ? "" : local.slice(mark + 1) };
}

/** The event of payload format 2.0. */
export function httpEvent(
  request: HttpRequest,
  { route, pathParameters }: Match,
  apiId: string,
): APIGatewayProxyEventV2 {
  const { message, body, requestId, receivedAt } = request;
  const { path, query } = splitTarget(message.url ?? "/");
  const { headers, cookies } = readHeaders(request);
  const queryStringParameters = joinDuplicates(new URLSearchParams(query));
  const host = (headers.host ?? "localhost").replace(/:\d+$/, "");
  const base64 = !isText(headers, body);
  return {
    version: "2.0",
    routeKey: route.routeKey,
    rawPath: decode(path),
    rawQueryString: query,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(Object.keys(queryStringParameters).length > 0 && { queryStringParameters }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: localAccount,
      apiId,
      domainName: host,
      domainPrefix: host.split(".")[0] ?? host,
      http: {
        method: message.method ?? "GET",
        path: decode(path),
        protocol: `HTTP/${message.httpVersion}`,
        sourceIp: sourceIp(message),
        userAgent: headers["user-agent"] ?? "",
      },
      requestId,
      routeKey: route.routeKey,
      stage: "$default",
      time: commonLogTime(receivedAt),
      timeEpoch: receivedAt.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(base64 ? "base64" : "utf8") }),
    isBase64Encoded: body.length > 0 && base64,
  };
}

function readHeaders({ message, port, requestId }: HttpRequest) {
  const pairs: [string, string][] = [];
  const cookies: string[] = [];
  for (let i = 0; i < message.rawHeaders.length; i += 2) {
    const name = (message.rawHeaders[i] ?? "").toLowerCase();
    const value = message.rawHeaders[i + 1] ?? "";
    if (name === "cookie") cookies.push(...value.split(/; */).filter(Boolean));
    else pairs.push([name, value]);
  }
  pairs.push(
    ["x-amzn-trace-id", traceId(requestId)],
    ["x-forwarded-for", sourceIp(message)],
    ["x-forwarded-port", String(port)],
    ["x-forwarded-proto", "http"],
  );
  return { headers: joinDuplicates(pairs), cookies };
}

// X-Ray's form: 8 and 24 hexadecimal digits.
function traceId(requestId: string): string {
  return requestId.replaceAll("-", "").replace(/^(.{8})(.{24})$/, "Root=1-$1-$2");
}

function joinDuplicates(pairs: Iterable<[string, string]>): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of pairs) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(joined);
}

function sourceIp(message: IncomingMessage): string {
  return (message.socket.remoteAddress ?? "127.0.0.1").replace(/^::ffff:/, "");
}

const textTypes = /^(text\/.*|application\/(.*\+)?(json|xml|javascript))$/i;

function isText(headers: Record<string, string>, body: Buffer): boolean {
  const type = headers["content-type"]?.split(";")[0]?.trim() ?? "text/plain";
  if (headers["content-encoding"] || !textTypes.test(type)) return false;
  return Buffer.from(body.toString("utf8"), "utf8").equals(body);
}

// The form that AWS uses: 12/Mar/2020:19:03:58 +0000.
function commonLogTime(date: Date): string {
  const [, day, month, year, time] = date.toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}
