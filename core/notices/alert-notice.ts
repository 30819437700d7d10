import * as z from "zod";
import type { AlertNews } from "./news.ts";
import { latest, type NoticeRules } from "./notice-rules.ts";

/** What a mail says of one alert: since the last mail, however often it fired. */
export const AlertNotice = z.object({
  kind: z.literal("alert"),
  alertId: z.string(),
  alertName: z.string(),
  times: z.int().min(0),
  /** When it fired last, and what it said then; absent while it is only armed again. */
  firedAt: z.iso.datetime().exactOptional(),
  place: z.string().exactOptional(),
  level: z.int().exactOptional(),
  threshold: z.int().exactOptional(),
  armedAt: z.iso.datetime().exactOptional(),
});
export type AlertNotice = z.infer<typeof AlertNotice>;

export function alertNotice({ kind, alertId, alertName, at, fired }: AlertNews): AlertNotice {
  const what = fired ? { times: 1, firedAt: at, ...fired } : { times: 0, armedAt: at };
  return { kind, alertId, alertName, ...what };
}

export const alertRules: NoticeRules<AlertNotice> = {
  about: ({ alertId }) => alertId,

  /** Records of two streams can come in any order, so each time is the later one. */
  merged(a, b) {
    const [earlier, later] = (a.firedAt ?? "") <= (b.firedAt ?? "") ? [a, b] : [b, a];
    const armedAt = latest(a.armedAt, b.armedAt, (at) => at);
    return { ...earlier, ...later, times: a.times + b.times, ...(armedAt && { armedAt }) };
  },

  /** That it is armed again is news to those who heard that it fired. */
  told(notice, openPlace) {
    const place = notice.place ?? openPlace;
    return place === undefined ? undefined : { ...notice, place };
  },

  opens: (notice) => (isArmedAgain(notice) ? undefined : (notice.place ?? "")),
};

/** Whether an alert is armed again, as far as is known. */
export function isArmedAgain({ firedAt = "", armedAt }: AlertNotice): boolean {
  return armedAt !== undefined && armedAt >= firedAt;
}
