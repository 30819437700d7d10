import * as z from "zod";
import { EndpointState } from "./endpoint-state.ts";
import type { EndpointNews } from "./news.ts";
import { latest, type NoticeRules } from "./notice-rules.ts";

/** What a mail says of one endpoint: since the last mail, however often it failed. */
export const EndpointNotice = z.object({
  kind: z.literal("endpoint"),
  endpointId: z.string(),
  endpointName: z.string(),
  /** How many failures were told as such. */
  times: z.int().min(0),
  state: EndpointState,
});
export type EndpointNotice = z.infer<typeof EndpointNotice>;

export function endpointNotice(news: EndpointNews): EndpointNotice {
  const { kind, endpointId, endpointName, state } = news;
  return { kind, endpointId, endpointName, state, times: state.is === "failing" ? 1 : 0 };
}

export const endpointRules: NoticeRules<EndpointNotice> = {
  about: ({ endpointId }) => endpointId,

  merged(a, b) {
    // Of one failure, the first hour, the first day and the end are told.
    const isOneFailure = a.state.since === b.state.since;
    const times = isOneFailure ? Math.max(a.times, b.times) : a.times + b.times;
    return { ...b, times, state: latest(a.state, b.state, orderOf) ?? b.state };
  },

  /** That it works again is news to those who heard that it fails. */
  told: (notice, open) => (notice.times === 0 && open === undefined ? undefined : notice),

  opens: ({ state, endpointName }) => (state.is === "failing" ? endpointName : undefined),
};

function orderOf(state: EndpointState): string {
  const stage = state.is === "failing" ? String(state.hours).padStart(3, "0") : "ended";
  return `${state.since} ${stage}`;
}
