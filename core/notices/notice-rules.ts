/** What a kind of notice has of its own. */
export interface NoticeRules<Notice> {
  /** The id of the thing that it is about; two notices about one thing become one. */
  about(notice: Notice): string;
  merged(a: Notice, b: Notice): Notice;
  /**
   * The notice as it is told, by what `opens` and `at` returned of the ones before; undefined where it is no
   * news to the recipient.
   */
  told(notice: Notice, open: string | undefined, since: string | undefined): Notice | undefined;
  /** What the end of it will need, such as a place; undefined where no end follows. */
  opens(notice: Notice): string | undefined;
  /** When the latest of what it says happened, where records come in any order. */
  at?(notice: Notice): string | undefined;
}

/** The one with the later time. */
export function latest<Timed>(
  a: Timed | undefined,
  b: Timed | undefined,
  timeOf: (one: Timed) => string,
): Timed | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return timeOf(a) > timeOf(b) ? a : b;
}
