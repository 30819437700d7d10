import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expectAllInSight } from "./in-sight.ts";

/** Build output: for people to look at. */
export const screenshots = "dist/screenshots";

/** Takes screenshots of a console page in both color schemes and two widths; all must be in sight. */
export async function keepScreenshots(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of [1280, 360]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expectAllInSight(page);
      // The navigation moves after a change of the width, also with reduced motion: it is put at the
      // end of its way. A hidden caret would be an inline style, which the page's policy forbids.
      const path = `${screenshots}/console-${name}-${colorScheme}-${width}.png`;
      await page.screenshot({ path, caret: "initial", animations: "disabled" });
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
}
