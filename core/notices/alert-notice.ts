import * as z from "zod";
import type { AlertNews } from "./news.ts";
import { latest, type NoticeRules } from "./notice-rules.ts";

/** What a mail says of one alert: since the last mail, however often it fired. */
export const AlertNotice = z.object({
  kind: z.literal("alert"),
  alertId: z.string(),
  alertName: z.string(),
  /** What it watches; absent in what waits since an earlier version. */
  targetId: z.string().exactOptional(),
  times: z.int().min(0),
  /** When it fired last, and what it said then; absent while it is only armed again. */
  firedAt: z.iso.datetime().exactOptional(),
  place: z.string().exactOptional(),
  level: z.int().exactOptional(),
  threshold: z.int().exactOptional(),
  armedAt: z.iso.datetime().exactOptional(),
});
export type AlertNotice = z.infer<typeof AlertNotice>;

export function alertNotice(news: AlertNews): AlertNotice {
  const { kind, alertId, alertName, targetId, at, fired } = news;
  const what = fired ? { times: 1, firedAt: at, ...fired } : { times: 0, armedAt: at };
  return { kind, alertId, alertName, targetId, ...what };
}

export const alertRules: NoticeRules<AlertNotice> = {
  about: ({ alertId }) => alertId,

  /** Records of two streams can come in any order, so each time is the later one. */
  merged(a, b) {
    const [earlier, later] = (a.firedAt ?? "") <= (b.firedAt ?? "") ? [a, b] : [b, a];
    const armedAt = latest(a.armedAt, b.armedAt, (at) => at);
    return { ...earlier, ...later, times: a.times + b.times, ...(armedAt && { armedAt }) };
  },

  /**
   * That it is armed again is news to those who heard that it fired. `since` is when an open alert fired last, or
   * another one was armed last: an arming that is older than the firing ends nothing, and a firing that is older
   * than the arming is over.
   */
  told({ armedAt = "", ...fired }, openPlace, since = "") {
    const place = fired.place ?? openPlace;
    const isStale = openPlace !== undefined && armedAt < since;
    const armed = isStale ? "" : openPlace === undefined && since > armedAt ? since : armedAt;
    if (place === undefined || (fired.firedAt === undefined && armed === "")) return undefined;
    return { ...fired, place, ...(armed !== "" && { armedAt: armed }) };
  },

  opens: (notice) => (isArmedAgain(notice) ? undefined : (notice.place ?? "")),
  at: ({ firedAt, armedAt }) => latest(firedAt, armedAt, (at) => at),
};

/** Whether an alert is armed again, as far as is known. */
export function isArmedAgain({ firedAt = "", armedAt }: AlertNotice): boolean {
  return armedAt !== undefined && armedAt >= firedAt;
}
