import type { Page, PageScreenshotOptions } from "playwright-core";

/** With SCREENSHOTS=1, keeps a picture for people to look at. */
export async function keepPicture(
  page: Pick<Page, "screenshot">,
  name: string,
  options: PageScreenshotOptions = {},
): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  // A hidden caret would be an inline style, which the console's policy forbids.
  const path = `dist/screenshots/${name}.png`;
  await page.screenshot({ path, caret: "initial", animations: "disabled", ...options });
}
