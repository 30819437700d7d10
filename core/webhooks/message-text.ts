import type { AttemptMessage } from "./delivery.ts";

/**
 * A message as text that arrives as it was sent. Scheduler replaces keywords such as
 * `<aws.scheduler.schedule-arn>` wherever they stand, and SQS takes no U+FFFE and U+FFFF: names of
 * counters can hold all of these. In JSON each may be written as an escape.
 */
export function messageText(message: AttemptMessage): string {
  return JSON.stringify(message).replaceAll(/[<\uFFFE\uFFFF]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
