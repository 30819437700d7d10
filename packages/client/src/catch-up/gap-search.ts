import type { CountEvent } from "../counter.ts";

/** How far the events that follow *w* have been looked for. */
export interface GapSearch {
  /** *w* */
  completeTo: number;
  /** The history has nothing between *w* and this number. */
  emptyTo: number;
  /** How many numbers beyond `emptyTo` the next page may reach; infinite for the newest page. */
  step: number;
  /** The highest number that is known. */
  top: number;
  /** Events of one request. */
  pageSize: number;
}

export type NextRead =
  /** Nothing is here: double the step. */
  | { action: "lookFurther"; emptyTo: number; step: number }
  /** More may be below this page. */
  | { action: "lookCloser"; step: number }
  /** Nothing is there up to the top. */
  | { action: "confirmEnd" }
  /** These follow *w*, newest first. */
  | { action: "pass"; events: CountEvent[]; through: number };

/** The search after *w* has moved, perhaps by somebody else. */
export function searchFrom(search: GapSearch, completeTo: number): GapSearch {
  return { ...search, completeTo, emptyTo: Math.max(search.emptyTo, completeTo) };
}

/** The highest number of the page to read. */
export function highestToRead({ emptyTo, step, top }: GapSearch): number {
  return Math.min(emptyTo + step, top);
}

/**
 * What to do with that page, newest first. The newest page ends most gaps, also behind a hole of any size, so a search begins with
 * it. Where it does not reach *w*, the history is read from *w* on.
 */
export function nextRead(search: GapSearch, page: CountEvent[]): NextRead {
  const { completeTo, emptyTo, step, top, pageSize } = search;
  const through = highestToRead(search);
  const events = page.filter(({ lastEventId }) => lastEventId > completeTo);
  const [newest] = events;
  if (newest === undefined)
    return through < top
      ? { action: "lookFurther", emptyTo: through, step: step * 2 }
      : { action: "confirmEnd" };
  // So many numbers always fit into a page; behind a hole, with the event before it.
  const span = emptyTo > completeTo ? pageSize - 1 : pageSize;
  const reach = through - emptyTo;
  if (events.length < pageSize || reach <= span)
    return { action: "pass", events, through: newest.lastEventId };
  const isNewestPage = step === Number.POSITIVE_INFINITY;
  return { action: "lookCloser", step: isNewestPage ? span : Math.max(span, Math.ceil(reach / 2)) };
}
