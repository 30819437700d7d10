import { type Markup, markup } from "../../core/markup.ts";
import { scene } from "./scene-html.ts";
import { sitePage } from "./site-page-html.ts";

interface HomePage {
  /** Those that the page names. */
  urls: Record<"api" | "counters" | "description" | "oembed" | "site" | "console", string>;
  style: string;
  /** The URL of the embed that is shown; a drawing of the product where it is undefined. */
  shownEmbed: string | undefined;
}

/** What the service is for, and how owners and integrators begin. */
export function homePage({ urls, style, shownEmbed }: HomePage): string {
  return sitePage({
    ...{ title: "Counting Service", style, console: urls.console },
    head: markup`<meta name="description" content="${summary}">
<link rel="service-doc" href="/docs">
<link rel="service-desc" type="application/json" href="${urls.description}">
`,
    main: markup`<section class="hero${shownEmbed === undefined ? "" : " with-embed"}">
<div>
<h1>Know how full you are, <span>now</span></h1>
<p class="lead">${summary}</p>
<p class="actions"><a class="button" href="#begin">See how it works</a> <a href="/docs/operators/deploy">Run it yourself</a></p>
<p class="note">To sign in, you need an invitation from whoever runs this service for you.</p>
</div>
${shownEmbed === undefined ? scene : frameOf(shownEmbed)}
</section>
<section aria-labelledby="begin">
<h2 id="begin">How it works</h2>
<ol class="steps">
<li><h3>Create counters</h3><p>One for each gate, in a group that adds them up and knows how many people fit in.</p></li>
<li><h3>Hand out gates</h3><p>Print a gate’s code or send its link. Any phone that opens it counts, without an account or a network.</p></li>
<li><h3>Watch it fill</h3><p>The console shows how full it is, how today compares, and which gates are quiet.</p></li>
<li><h3>Show the number</h3><p>Create an embed for your site. At the door, the same number fills a screen and says “Come in” or “Please wait”.</p></li>
</ol>
</section>
<section class="shot">
<picture><source media="(prefers-color-scheme: dark)" srcset="/docs/pictures/console-dark.webp"><img src="/docs/pictures/console-light.webp" width="1440" height="840" loading="lazy" alt="The console of a museum: how full it is now, and today beside earlier Sundays"></picture>
</section>
<section aria-labelledby="integrate">
<h2 id="integrate">For developers</h2>
<p class="lead">Each count reaches your own software within seconds: it reads the numbers, is sent every tap, or shows them on a page. Owners and admins create its API key in the console.</p>
<ul class="ways">
<li><div><h3>Read API</h3><p class="plan"><a href="/docs/integrators/contract#8-limits">Pro and Enterprise</a></p>
<p>Counters, their totals and their history as JSON from <code>${urls.api}</code>. Send the <code>ETag</code> back: while nothing has changed, the response is a 304 without a body.</p>
<p><a href="/docs/reference">Every operation and field</a></p></div>
<pre tabindex="0"><code>curl \\
  -H 'Authorization: Bearer <var>&lt;API_KEY&gt;</var>' \\
  ${urls.counters}</code></pre></li>
<li><div><h3>Webhooks</h3><p class="plan"><a href="/docs/integrators/contract#8-limits">Pro and Enterprise</a></p>
<p>A signed <code>POST</code> for each count. Verify it over the raw body, respond with 2xx within 10 seconds, and process afterwards.</p>
<p><a href="/docs/integrators/webhooks#verify-it">How to verify</a></p></div>
<pre tabindex="0"><code>POST /webhooks
X-Service-Signature: t=1793641329,v1=5d41…

{ "type": "counter.increment",
  "data": {
    "counterName": "Back gate",
    "count": 30, … } }</code></pre></li>
<li><div><h3>Embeds</h3><p class="plan">Every plan</p>
<p>A live number on any page, without a key. Software that knows oEmbed needs only the link, or queries <code>${urls.oembed}</code>.</p>
<p><a href="/docs/integrators/embedding">How to embed</a></p></div>
<pre tabindex="0"><code>&lt;iframe
  src="${urls.site}<wbr>/embed/{sessionId}"
  width="300" height="200"
  title="Live count"
  sandbox="allow-scripts"&gt;&lt;/iframe&gt;</code></pre></li>
</ul>
</section>`,
  });
}

const summary =
  "For museums, pools, halls and festivals: people tap at the gates, and the number is in your console, on your site and at the door.";

/** It has its size before it loads, so nothing on the page moves. */
function frameOf(url: string): Markup {
  return markup`<iframe class="live" src="${url}" width="300" height="250" title="A live count" sandbox="allow-scripts"></iframe>`;
}
