// Browsers load this file with the forms of the console: nothing is imported here, and above all
// not node:crypto, which gate.ts needs for hashes.

/** The most counters of one gate. */
export const maximumGateCounters = 50;

/** The most gates of an organization that are not revoked; ended ones are among them. */
export const maximumOpenGates = 200;

/** Taps made before a gate's end are taken for so long after it: phones may have no network. */
const graceHours = 24;
export const graceMs = graceHours * 3_600_000;
