import type { Page } from "playwright-core";

/** Answers the scripts of these names with 502 until `mend` is called. */
export async function breakScripts(page: Page, names: RegExp) {
  const broken: string[] = [];
  await page.route(names, async (route) => {
    broken.push(route.request().url());
    await route.fulfill({ status: 502, contentType: "text/html", body: "Bad gateway" });
  });
  return { broken, mend: () => page.unroute(names) };
}
