const sums = ["ups", "downs", "adjusted", "late", "lastCountAt", "peak", "peakAt"];

/** What every count event changes of its counter, with the counter's key. */
export const countAttributes = [
  ...["organizationId", "counterId", "version", "updatedAt"],
  ...["count", "lastEventId", ...sums],
];
