import { isCounterId } from "../../core/counter.ts";
import { Problem } from "../../core/problem.ts";
import type { HttpEvent } from "./message.ts";

/** The counter's id in the path; throws the 404 for text that cannot be an id. */
export function counterIdOf(event: HttpEvent): string {
  const counterId = event.pathParameters?.counterId ?? "";
  if (!isCounterId(counterId)) throw noSuchCounter();
  return counterId;
}

/** The same for a counter that does not exist and for one of another organization. */
export function noSuchCounter(): Problem {
  return new Problem(404, "This organization has no such counter");
}
