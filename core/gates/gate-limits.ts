// Browsers load this file with the forms of the console: nothing is imported here.

/** The most counters of one gate. */
export const maximumGateCounters = 50;

/** The most gates of an organization that are not revoked; ended ones are among them. */
export const maximumOpenGates = 200;

/** Taps made before a gate's end are taken for so long after it: phones may have no network. */
export const graceMs = 24 * 3_600_000;
