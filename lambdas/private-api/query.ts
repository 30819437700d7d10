import type * as z from "zod";
import { ApiError } from "../../core/api-error.ts";
import type { HttpEvent } from "../http/message.ts";

/** The query of a request, as its schema says; throws the 400 that names what is wrong. */
export function queryOf<Schema extends z.ZodType>(
  { rawQueryString }: HttpEvent,
  schema: Schema,
): z.output<Schema> {
  const given = Object.fromEntries(new URLSearchParams(rawQueryString));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ApiError(400, `The request is wrong: ${issue?.path.join(".")}: ${issue?.message}`, {
    code: "INVALID_PARAMETER",
  });
}
