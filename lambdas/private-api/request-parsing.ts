import type * as z from "zod";
import { ApiError } from "../../core/api-error.ts";
import type { HttpEvent } from "../http/message.ts";

/**
 * The body of a request, as its schema says; throws the 413 for one that is too large, or the 400 that
 * names what is wrong.
 */
export function bodyOf<Schema extends z.ZodType>(
  { body = "", isBase64Encoded }: HttpEvent,
  schema: Schema,
  maximumBytes: number,
): z.output<Schema> {
  if (Buffer.byteLength(body, isBase64Encoded ? "base64" : "utf8") > maximumBytes) {
    const maximum = maximumBytes.toLocaleString("en");
    throw new ApiError(413, `The body is too large: at most ${maximum} bytes are taken here`);
  }
  const text = isBase64Encoded ? Buffer.from(body, "base64").toString("utf8") : body;
  return parsedRequest(schema, parsedJson(text), { code: "INVALID_BODY", whole: "body" });
}

/** The query parameters of a request, as their schema says; throws the 400 that names what is wrong. */
export function queryOf<Schema extends z.ZodType>(
  { rawQueryString }: HttpEvent,
  schema: Schema,
): z.output<Schema> {
  const parameters = Object.fromEntries(new URLSearchParams(rawQueryString));
  return parsedRequest(schema, parameters, { code: "INVALID_PARAMETER", whole: "query" });
}

function parsedRequest<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
  { code, whole }: { code: WrongRequestCode; whole: "body" | "query" },
): z.output<Schema> {
  const parsed = safelyParsed(schema, sent);
  if (parsed?.success) return parsed.data;
  const [issue] = parsed?.error.issues ?? [];
  throw wrongRequest(code, issue?.path.join(".") || whole, issue?.message);
}

/**
 * Undefined where parsing throws. Zod compares the `length` of any value with a maximum, even that of an
 * object, whose `length` can be something that cannot become a number.
 */
function safelyParsed<Schema extends z.ZodType>(schema: Schema, sent: unknown) {
  try {
    return schema.safeParse(sent);
  } catch {
    return undefined;
  }
}

type WrongRequestCode = "INVALID_BODY" | "INVALID_PARAMETER";

/** A 400 that names the field. */
export function wrongRequest(
  code: WrongRequestCode,
  field: string,
  reason = "is not as expected",
): ApiError {
  // Zod's own messages are sentences of their own.
  const separator = /^[a-z]/.test(reason) ? " " : ": ";
  return new ApiError(400, `Invalid request: ${field}${separator}${reason}`, {
    ...{ code, field, reason },
  });
}

/** What fits into a body of the ordinary size; a larger one is so because of a long text in it. */
const maximumParts = 16_384;

/** Lists, objects and their members take longest to parse: 6 MB of them take seconds. */
function hasTooManyParts(text: string): boolean {
  let parts = 0;
  for (let at = 0; at < text.length && parts <= maximumParts; at += 1) {
    const character = text.charCodeAt(at);
    // Of JSON: [ { and the comma.
    if (character === 0x5b || character === 0x7b || character === 0x2c) parts += 1;
  }
  return parts > maximumParts;
}

function parsedJson(text: string): unknown {
  if (hasTooManyParts(text)) {
    throw new ApiError(413, "The body is too large: it has too many values");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, "The body must be JSON", { code: "INVALID_BODY" });
  }
}

/** Browsers name the origin of every request that changes something; others must do so, too. */
export function checkChange({ headers, requestContext }: HttpEvent, consoleUrl: string): void {
  if (requestContext.http.method === "GET") return;
  const site = headers["sec-fetch-site"];
  const sameOrigin = site === undefined ? headers.origin === consoleUrl : site === "same-origin";
  if (!sameOrigin) throw new ApiError(403, "Only pages of the console may send this request");
  if (headers["content-type"]?.split(";")[0]?.trim().toLowerCase() !== "application/json") {
    throw new ApiError(415, "The body must be application/json");
  }
}
