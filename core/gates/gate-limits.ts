// The forms of the console check with these limits. Browsers load this file with them, so nothing is
// imported here: what gates need of Node.js stays in gate.ts.

/** The most counters of one gate. */
export const maximumGateCounters = 50;

/** The most counters that are counted on one screen; of a gate with more, each has a page of its own. */
export const maximumOnScreen = 4;

/** Those of a gate's counters that are counted on one screen with this one, which is among them. */
export function onScreenWith(counterId: string, gateCounterIds: string[]): string[] {
  const fits = gateCounterIds.length <= maximumOnScreen && gateCounterIds.includes(counterId);
  return fits ? gateCounterIds : [counterId];
}

/** The most gates of an organization that are not revoked; ended ones are among them. */
export const maximumOpenGates = 200;

/**
 * Milliseconds after a gate's end in which taps made before it are still taken: phones may have had no
 * network.
 */
export const graceMs = 24 * 3_600_000;
