import { markup } from "../../core/markup.ts";
import { consolePage, logo, type PageFiles } from "../browser/frame-html.ts";

/** For a path of which there is no page. */
export function missingPage(files: Omit<PageFiles, "script">): string {
  return consolePage({
    title: "This page does not exist",
    files,
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
