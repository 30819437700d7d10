import { markup } from "../../core/markup.ts";
import { consolePage, logo } from "./console-page.ts";
import type { FileOf } from "./hashed-files.ts";

/** For a path of which there is no page. */
export function missingPage(fileOf: FileOf): string {
  return consolePage(fileOf, {
    title: "This page does not exist",
    style: fileOf("start/start.css"),
    body: markup`<header class="top"><a class="brand" href="/">${logo}<span>Counting Service</span></a></header>
<main>
<section class="welcome">
<h1>This page does not exist</h1>
<p class="lead">Check the link, or ask whoever sent it for a new one.</p>
<p class="actions"><a class="button" href="/">Start page</a></p>
</section>
</main>`,
  });
}
