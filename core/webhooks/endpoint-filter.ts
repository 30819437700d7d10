import * as z from "zod";
import { isGroupId } from "../counters/counter.ts";
import { isCounterId } from "../counters/counter-names.ts";
import { maximumFilterIds } from "../limits.ts";
import type { EventSubject, WebhookEvent, WebhookEventType } from "./webhook-event.ts";

/**
 * Which events of its types an endpoint receives. It names what may be gone by now: a filter whose
 * counters and groups were all deleted passes nothing.
 */
export const EndpointFilter = z.object({
  counterIds: z.array(z.string()),
  groupIds: z.array(z.string()),
});
export type EndpointFilter = z.infer<typeof EndpointFilter>;

/** A filter that a person chooses now; its ids each once, in an order that edits can compare. */
export const NewFilter = z
  .object({
    counterIds: idList(isCounterId, "must be ids of counters, ctr_…"),
    groupIds: idList(isGroupId, "must be ids of groups, grp_…"),
  })
  .refine(
    ({ counterIds, groupIds }) => counterIds.length + groupIds.length > 0,
    "must have at least one counter or group",
  )
  .refine(
    ({ counterIds, groupIds }) => counterIds.length + groupIds.length <= maximumFilterIds,
    `must have at most ${maximumFilterIds} counters and groups`,
  );

function idList(isId: (text: string) => boolean, message: string) {
  return z
    .array(z.string())
    .refine((ids) => ids.every(isId), message)
    .overwrite((ids) => [...new Set(ids)].sort());
}

/** What decides which events an endpoint receives. */
export interface EndpointChoice {
  events: WebhookEventType[];
  /** Absent where it receives all events of these types. */
  filter?: EndpointFilter;
}

/** Whether an endpoint receives an event: the one rule of dispatches, recoveries and the console. */
export function receives(
  { events, filter }: EndpointChoice,
  { eventType, subject }: Pick<WebhookEvent, "eventType" | "subject">,
): boolean {
  return events.includes(eventType) && (filter === undefined || passes(filter, subject));
}

function passes(filter: EndpointFilter, { counterId, groupId }: EventSubject): boolean {
  return (
    (counterId !== null && filter.counterIds.includes(counterId)) ||
    (groupId !== null && filter.groupIds.includes(groupId))
  );
}
