import { vibrate } from "./haptics.ts";
import { playSound } from "./sound.ts";

/** What a person feels, and hears where they have switched it on. */
export type Feedback = Parameters<typeof vibrate>[0] & Parameters<typeof playSound>[0];

export function feedback(what: Feedback, { sound }: { sound: boolean }): void {
  vibrate(what);
  if (sound) playSound(what);
}
