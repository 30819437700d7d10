import { markup } from "../../core/markup.ts";
import { consolePage, logo, notLoaded, type PageFiles } from "../browser/frame-html.ts";

/** The page of `/`, `/join` and `/gate`: its script sees from the path which of them it is. */
export function startPage(files: PageFiles): string {
  return consolePage({
    title: "Counting Service",
    files,
    body: markup`<header class="top"><a class="brand" href="/">${logo}<span>Counting Service</span></a><div class="who"></div></header>
<main id="main" tabindex="-1"><p class="loading" role="status">Loading …</p>${notLoaded}</main>
<p class="announcement" role="status"></p>`,
  });
}
