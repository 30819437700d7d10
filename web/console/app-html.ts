import { markup } from "../../core/markup.ts";
import { consolePage, notLoaded, type PageFiles } from "../browser/frame-html.ts";
import { en as messages } from "../start/messages/en.ts";

/**
 * The page of the console's app, for all of its paths. The app makes `<style>` elements, which the
 * page's policy allows with this nonce.
 */
export function appPage(
  files: PageFiles,
  { styleNonce, docsUrl }: { styleNonce: string; docsUrl: string },
): string {
  return consolePage({
    language: "en",
    messages,
    title: "Counting Service",
    files,
    scriptType: "module",
    head: markup`<meta property="csp-nonce" nonce="${styleNonce}">
<meta name="docs" content="${docsUrl}">
`,
    body: markup`<div id="app"><main>${notLoaded(messages)}</main></div>`,
  });
}
