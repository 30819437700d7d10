import { Markup, markup } from "../../core/markup.ts";

// Written for browsers that cannot parse the page's own script, so in the syntax of 1999.
const say = 'document.body.setAttribute("data-too-old","")';

/**
 * What finds out whether a browser is too old for a page. The floors, and what has come with their
 * versions, are in docs/maintainers/design.md. A page's policy allows these scripts by their hashes.
 */
export const tooOldScripts = {
  people: `if(!("at"in[]))${say}`,
  owners: `if(!window.OffscreenCanvas||!CSS.supports("color","color-mix(in srgb,red,red)"))${say}`,
  /** After a page's own script: it has not begun. */
  notBegun: `if(!document.body.hasAttribute("data-begun"))${say}`,
};

/** The sentence that stands in place of the page in such a browser. */
export function tooOld(text: string, script: keyof typeof tooOldScripts): Markup {
  return markup`<p class="too-old">${text}</p>
<script>${new Markup(tooOldScripts[script])}</script>`;
}
