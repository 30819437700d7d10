// The most that an organization has, that one request or file may hold, and how long deliveries are
// kept. Without zod, because the console's pages show these numbers, too.

export const maximumApiKeys = 10;

export const maximumEndpoints = 10;

/** Characters of an endpoint's name. */
export const maximumEndpointName = 100;

/** Counters and groups of an endpoint's filter, together. */
export const maximumFilterIds = 100;

/**
 * Archived counters count, too: a list reads them, and they can be restored. Bounds the
 * response of "list counters" below Lambda's 6 MB for names of ordinary length.
 */
export const maximumCounters = 10_000;

/** An organization cannot have more counters, so a longer file is a mistake. */
export const maximumImportRows = maximumCounters;

/** Counters whose live numbers one request reads. */
export const maximumLiveCounters = 100;

/** Deliveries that one request sends again. */
export const maximumResent = 25;

/** How long a delivery is kept after its last change. */
export const deliveryDays = 30;

/** In base64 a file of counters of this size fits into a request to a Lambda function. */
export const maximumImportBytes = 4_000_000;

/** After this many seconds no session is valid, and a browser can forget its cookie. */
export const longestSessionSeconds = 7 * 86_400;
