import type { CountedCounter } from "../counted-counter.ts";
import { isDirectionAllowed } from "../counting-keys.ts";
import type { CountMessages } from "../messages/en.ts";
import type { DeviceSettings, KeyAction } from "./device-settings.ts";

/** What keys can be learned for on a page with these counters, with names. */
export function keyActions(
  counters: readonly CountedCounter[],
  { keyUp, keyDown, undo }: CountMessages,
): { action: KeyAction; name: string }[] {
  const counted = counters.flatMap(({ view }, index) => {
    const ways = [
      { direction: "up", name: keyUp },
      { direction: "down", name: keyDown },
    ] as const;
    return ways
      .filter(({ direction }) => view !== undefined && isDirectionAllowed(direction, view.mode))
      .map(({ direction, name }) => {
        const action: KeyAction = `${direction}-${index}`;
        return { action, name: name(view?.name ?? "") };
      });
  });
  return [...counted, { action: "undo", name: undo }];
}

/** What was learned may be for a counter that is not on this screen. */
export function learnedAction(
  key: string,
  { keys }: DeviceSettings,
  counters: readonly CountedCounter[],
): KeyAction | undefined {
  const action = keys[key];
  const [, index] = action?.split("-") ?? [];
  return index === undefined || counters[Number(index)] !== undefined ? action : undefined;
}
