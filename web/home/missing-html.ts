import { markup } from "../../core/markup.ts";
import { sitePage } from "./site-page-html.ts";

/** For an address of the site at which there is nothing. */
export function missingPage(parts: { style: string; console: string }): string {
  return sitePage({
    ...parts,
    title: "This page does not exist · Counting Service",
    main: markup`<section class="message">
<h1>This page does not exist</h1>
<p class="lead">The address may be mistyped, or the page was deleted.</p>
<p class="actions"><a class="button" href="/">Go to the home page</a></p>
</section>`,
  });
}
