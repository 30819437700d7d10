const isSoak = process.env.TIER === "soak";

/**
 * How often a random test runs: so often in `npm run soak`, a tenth of it elsewhere, where it finds
 * what goes wrong often. `TIER=soak npx vitest run FILE` runs one file in full.
 */
export const runs = (soak: number): number => (isSoak ? soak : Math.ceil(soak / 10));
