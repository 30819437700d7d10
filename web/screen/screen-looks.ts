import { type Looks, looksOf, textOf } from "../embed/looks.ts";

/** What the URL of a screen says, in addition to looks. */
export interface ScreenLooks extends Looks {
  /** For a counter, which has none of its own; a group's takes its place. */
  capacity: number | undefined;
  /** In place of the page's own words. */
  words: Record<"comeIn" | "almostFull" | "pleaseWait", string | undefined>;
  /** Where people go in, as seen from the wall on which the screen is. */
  arrow: Arrow | undefined;
}

export const arrows = ["left", "right", "up", "down"] as const;
export type Arrow = (typeof arrows)[number];

export function screenLooksOf(query: URLSearchParams): ScreenLooks {
  return {
    ...looksOf(query),
    capacity: capacityOf(query.get("capacity")),
    words: {
      comeIn: textOf(query.get("comeIn")),
      almostFull: textOf(query.get("almostFull")),
      pleaseWait: textOf(query.get("pleaseWait")),
    },
    arrow: arrows.find((arrow) => arrow === query.get("arrow")),
  };
}

function capacityOf(text: string | null): number | undefined {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : undefined;
}
