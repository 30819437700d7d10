/** The oldest version of each browser that pages are for; docs/maintainers/design.md says why. */
export const browserFloor = {
  /** Embeds and screens, which are also looked at on televisions. */
  live: { chrome: "76", firefox: "78", safari: "14" },
  /** People who count or read: counting pages, start, sign-in, home and docs. */
  people: { chrome: "92", firefox: "93", safari: "15.4" },
  /** Owners and admins: the console's app. */
  owners: { chrome: "111", firefox: "114", safari: "16.4" },
} as const;

/** A floor as esbuild and Vite take it. */
export function buildTargets(floor: keyof typeof browserFloor): string[] {
  return Object.entries(browserFloor[floor]).map(([browser, version]) => browser + version);
}
