import { markup } from "../../core/markup.ts";
import { consolePage, logo, notLoaded } from "./console-page.ts";
import type { FileOf } from "./hashed-files.ts";

/** The page of `/`, `/join` and `/gate`: its script sees from the path which of them it is. */
export function startPage(fileOf: FileOf): string {
  return consolePage(fileOf, {
    title: "Counting Service",
    script: fileOf("start/start.ts"),
    style: fileOf("start/start.css"),
    body: markup`<header class="top"><a class="brand" href="/">${logo}<span>Counting Service</span></a><div class="who"></div></header>
<main id="main" tabindex="-1"><p class="loading" role="status">Loading …</p>${notLoaded}</main>
<p class="announcement" role="status"></p>`,
  });
}
