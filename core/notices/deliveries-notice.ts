import * as z from "zod";
import { AtLeast, sumOf } from "./at-least.ts";
import type { DeliveriesNews } from "./news.ts";
import { latest, type NoticeRules } from "./notice-rules.ts";

/** What a mail says of the deliveries to one endpoint. */
export const DeliveriesNotice = z.object({
  kind: z.literal("deliveries"),
  endpointId: z.string(),
  endpointName: z.string(),
  /** How many have failed for good since the last mail. */
  givenUp: AtLeast.exactOptional(),
  /** How many a pause holds back, and since when the endpoint is paused. */
  heldBack: AtLeast.extend({ since: z.iso.datetime() }).exactOptional(),
});
export type DeliveriesNotice = z.infer<typeof DeliveriesNotice>;

export function deliveriesNotice(news: DeliveriesNews): DeliveriesNotice {
  const { kind, endpointId, endpointName, givenUp, heldBack } = news;
  const what = { ...(givenUp && { givenUp }), ...(heldBack && { heldBack }) };
  return { kind, endpointId, endpointName, ...what };
}

export const deliveriesRules: NoticeRules<DeliveriesNotice> = {
  about: ({ endpointId }) => endpointId,

  merged(a, b) {
    const givenUp = [a, b].flatMap((one) => one.givenUp ?? []);
    const heldBack = latest(a.heldBack, b.heldBack, ({ since }) => since);
    return {
      ...b,
      ...(givenUp.length > 0 && { givenUp: sumOf(givenUp) }),
      ...(heldBack && { heldBack }),
    };
  },

  told: (notice) => notice,
  opens: () => undefined,
};
