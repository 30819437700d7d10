import { markup } from "../../core/markup.ts";
import { consolePage, notLoaded } from "./console-page.ts";
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
    body: markup`<div id="app"><main>${notLoaded}</main></div>`,
  });
}
