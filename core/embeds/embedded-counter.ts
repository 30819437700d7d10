import type * as z from "zod";
import { Counter } from "../counters/counter.ts";

/** All that a live view shows of its counter: nothing of the organization, and no setting. */
export const LiveView = Counter.pick({
  name: true,
  count: true,
  goalTarget: true,
  updatedAt: true,
});
export type LiveView = z.infer<typeof LiveView>;

export function liveViewOf({ name, count, goalTarget, updatedAt }: Counter): LiveView {
  return { name, count, goalTarget, updatedAt };
}
