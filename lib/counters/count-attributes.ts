const sums = ["ups", "downs", "late", "lastCountAt", "peak", "peakAt"];

/**
 * What every count event changes of its counter, with the counter's key. One that sets the number
 * changes `adjusted`, too.
 */
export const countAttributes = [
  ...["organizationId", "counterId", "version", "updatedAt"],
  ...["count", "lastEventId", ...sums],
];
