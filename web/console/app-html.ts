import { Markup, markup } from "../../core/markup.ts";
import { consolePage, logo, notLoaded, type PageFiles } from "../browser/frame-html.ts";
import { en as messages } from "../start/messages/en.ts";
import { frameKinds } from "./frame-kind.ts";

/**
 * Has Mantine's colors before its script has come: those that were chosen, or the device's. And which
 * shapes the frame shows (frame-kind.ts).
 */
export const colorSchemeScript = `{let s;try{s=localStorage.getItem("mantine-color-scheme-value")}catch{}
if(s!="light"&&s!="dark")s=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";
document.documentElement.dataset.mantineColorScheme=s;let p=location.pathname
document.documentElement.dataset.frame=${frameKinds.overview}.test(p)?"overview":${frameKinds.thing}.test(p)?"thing":"list"}`;

export interface AppSettings {
  styleNonce: string;
  docsUrl: string;
  /** Where the mails are, on a laptop; empty elsewhere, and absent where nobody gets mail. */
  mailboxUrl?: string;
}

/**
 * The page of the console's app, for all of its paths. The app makes `<style>` elements, which the
 * page's policy allows with this nonce. Until it is there the page shows the frame of every page.
 */
export function appPage(
  files: PageFiles,
  { styleNonce, docsUrl, mailboxUrl }: AppSettings,
): string {
  return consolePage({
    language: "en",
    messages,
    title: "Counting Service",
    files,
    scriptType: "module",
    head: markup`<meta property="csp-nonce" nonce="${styleNonce}">
<meta name="docs" content="${docsUrl}">${
      mailboxUrl === undefined
        ? ""
        : markup`
<meta name="mailbox" content="${mailboxUrl}">`
    }
<script>${new Markup(colorSchemeScript)}</script>
`,
    body: markup`<div id="app"><div class="frame">
<header>${logo}<strong>Counting Service</strong></header>
<nav aria-hidden="true">${bars}</nav>
<main>${shapes}${notLoaded(messages)}</main>
<footer></footer>
</div></div>`,
  });
}

const bars = new Markup("<i></i>".repeat(6));

/** LoadingPage of shell/page-states.tsx draws the same; the style sheet leaves out what the path has not. */
const shapes = new Markup(`<div class="frame-shapes" role="status" aria-label="Loading">
<i></i><i class="frame-number"></i><i></i><div class="frame-cards">${`<i class="frame-card"></i>`.repeat(4)}</div>
<div class="frame-sections"><i class="frame-card"></i><i class="frame-card frame-side"></i></div></div>`);
