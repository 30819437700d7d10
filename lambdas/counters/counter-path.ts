import { ApiError } from "../../core/api-error.ts";
import { isCounterId } from "../../core/counters/counter-names.ts";
import type { HttpEvent } from "../http/message.ts";

/** The counter's id in the path; throws the 404 for text that cannot be an id. */
export function counterIdOf(event: HttpEvent): string {
  const counterId = event.pathParameters?.counterId ?? "";
  if (!isCounterId(counterId)) throw noSuchCounter();
  return counterId;
}

/** The same for a counter that does not exist and for one of another organization. */
export function noSuchCounter(): ApiError {
  return new ApiError(404, "This organization has no such counter");
}
