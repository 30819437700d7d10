// Without zod: the console loads these numbers, too.

/** The most tiles of an overview, and pins of an organization. */
export const maximumTiles = 24;

/** Tiles that the service selects where nothing is pinned: a screen of them. */
export const selectedTiles = 12;

/** The most counters and groups whose usual day one request reads. */
export const maximumUsualTargets = 6;

/** The newest firings of today that an overview reads. */
export const maximumFirings = 20;

/** How many weeks a usual day is the average of. */
export const usualWeeks = 8;
