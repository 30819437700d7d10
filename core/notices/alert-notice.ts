import * as z from "zod";
import type { AlertNews } from "./news.ts";

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

/** Records of two streams can come in any order, so each time is the later one. */
export function mergedAlert(a: AlertNotice, b: AlertNotice): AlertNotice {
  const [earlier, later] = (a.firedAt ?? "") <= (b.firedAt ?? "") ? [a, b] : [b, a];
  const armedAt = [a.armedAt, b.armedAt]
    .flatMap((at) => at ?? [])
    .toSorted()
    .at(-1);
  return { ...earlier, ...later, times: a.times + b.times, ...(armedAt && { armedAt }) };
}

/** Whether an alert is armed again, as far as is known. */
export function isArmedAgain({ firedAt = "", armedAt }: AlertNotice): boolean {
  return armedAt !== undefined && armedAt >= firedAt;
}
