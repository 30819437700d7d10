import type { CountMessages } from "../count/messages/en.ts";
import type { StartMessages } from "../start/messages/en.ts";

/** What the start page and the counting page say in one language. */
export interface PageMessages {
  count: CountMessages;
  start: StartMessages;
}
