import { Markup, markup } from "../../core/markup.ts";
import { consolePage } from "./console-page.ts";
import type { FileOf } from "./hashed-files.ts";

/**
 * The page of the console's app, for all of its paths. The app makes `<style>` elements, which the
 * page's policy allows with this nonce.
 */
export function appPage(fileOf: FileOf, { styleNonce }: { styleNonce: string }): string {
  return consolePage(fileOf, {
    title: "Counting Service",
    script: fileOf("console/main.tsx"),
    scriptType: "module",
    style: fileOf("console/main.css"),
    head: markup`<meta property="csp-nonce" nonce="${styleNonce}">\n`,
    body: new Markup(`<div id="app">${notLoaded}</div>`),
  });
}

/**
 * What the app replaces. The style sheet holds it back for a few seconds: no script can say that one
 * of the first scripts has failed.
 */
const notLoaded = `<main class="not-loaded">
<h1>This page has not loaded yet</h1>
<p>The connection is slow, or a part of the page has failed to load.</p>
<p><a href="">Try again</a></p>
</main>`;
