/** A part of a list that is sorted newest first. */
export interface PageOfRows<Row> {
  rows: Row[];
  next: string | null;
}

interface Keyed {
  /** Unlike that of any other row of the list. */
  key: string;
}

/** The pages with the newest part in place of what they have of its time. */
export function withNewest<Row extends Keyed, Page extends PageOfRows<Row>>(
  pages: Page[],
  newest: Page,
): Page[] {
  const oldest = newest.rows.at(-1);
  // A search that has found nothing so far says nothing of what is listed.
  if (oldest === undefined && newest.next !== null) return pages;
  const listed = pages.flatMap(({ rows }) => rows);
  const end = listed.findIndex(({ key }) => key === oldest?.key);
  // Where they do not overlap, what lies between is unknown.
  if (newest.next === null || end === -1) return [newest];
  const kept = new Set(listed.slice(end + 1).map(({ key }) => key));
  return pages.map((page, index) => ({
    ...page,
    rows: [...(index === 0 ? newest.rows : []), ...page.rows.filter(({ key }) => kept.has(key))],
  }));
}

/** The pages with each row as it is now; none comes or goes. */
export function withUpdates<Row extends Keyed, Page extends PageOfRows<Row>>(
  pages: Page[],
  newest: Page,
): Page[] {
  const now = new Map(newest.rows.map((row) => [row.key, row]));
  return pages.map((page) => ({ ...page, rows: page.rows.map((row) => now.get(row.key) ?? row) }));
}

/** How many rows of the newest part are not listed. */
export function countNew<Row extends Keyed>(
  pages: PageOfRows<Row>[],
  newest: PageOfRows<Row>,
): number {
  const listed = new Set(pages.flatMap(({ rows }) => rows.map(({ key }) => key)));
  return newest.rows.filter(({ key }) => !listed.has(key)).length;
}
