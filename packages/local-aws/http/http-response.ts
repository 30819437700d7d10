import { validateHeaderName, validateHeaderValue } from "node:http";
import * as z from "zod";

/** A response ready to be sent; names of headers are lower case. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** The gateway's own responses. */
export const gatewayResponses = {
  notFound: gatewayAnswer(404, "Not Found"),
  headTooLarge: gatewayAnswer(431, "Request Header Fields Too Large"),
  tooLarge: gatewayAnswer(413, "Request Entity Too Large"),
  internalError: gatewayAnswer(500, "Internal Server Error"),
  unavailable: gatewayAnswer(503, "Service Unavailable"),
  // On AWS, a server in front of the gateway refuses these two; here they have the gateway's form.
  badRequest: json(400, JSON.stringify({ error: "Bad Request" })),
  expectationFailed: json(417, JSON.stringify({ error: "Expectation Failed" })),
};

const FunctionResponse = z.looseObject({
  statusCode: z.coerce.number().int().min(200).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  cookies: z.array(z.string()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** What the gateway makes of a function's result, which is JSON text. */
export function responseOf(payload: string): HttpResponse {
  const result: unknown = JSON.parse(payload);
  if (typeof result !== "object" || result === null || !("statusCode" in result)) {
    return json(200, payload);
  }
  const response = FunctionResponse.safeParse(result);
  if (!response.success) return gatewayResponses.internalError;
  const { statusCode, body, cookies, isBase64Encoded } = response.data;
  const headers: HttpResponse["headers"] = {};
  for (const [name, value] of Object.entries(response.data.headers ?? {})) {
    if (!hopByHop.has(name.toLowerCase())) headers[name.toLowerCase()] = String(value);
  }
  if (body) headers["content-type"] ??= "text/plain;charset=UTF-8";
  if (cookies && cookies.length > 0) headers["set-cookie"] = cookies;
  if (!validHeaders(headers) || valueBytes(headers) > maxHeaderBytes)
    return gatewayResponses.internalError;
  const bytes = Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8");
  return { status: statusCode, headers, body: bytes };
}

// The quota for requests. AWS does not document one for responses, so they get the same.
const maxHeaderBytes = 10_240;

const valueBytes = (headers: HttpResponse["headers"]) =>
  Buffer.byteLength(Object.values(headers).flat().join(""));

// The gateway sets these itself.
const hopByHop = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

function validHeaders(headers: HttpResponse["headers"]): boolean {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      for (const line of [value].flat()) validateHeaderValue(name, line);
    }
    return true;
  } catch {
    return false;
  }
}

function gatewayAnswer(status: number, message: string): HttpResponse {
  return json(status, JSON.stringify({ message }));
}

function json(status: number, text: string): HttpResponse {
  return { status, headers: { "content-type": "application/json" }, body: Buffer.from(text) };
}
