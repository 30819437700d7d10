import { Markup } from "../../core/markup.ts";

/**
 * One number in the places where people see it, and a gate’s own: those of `docs/pictures`.
 */
export const scene =
  new Markup(`<div class="scene" role="img" aria-label="The same number, 90 of 120, in the console, on a website and on a screen at the door; beside them a phone at the back gate, which has counted 30">
<div class="phone"><b>Back gate</b><small>City Museum</small><strong>30</strong><small>Museum <b>90 of 120</b></small><span class="state">All taps sent</span><span class="key">−</span><span class="key plus">+</span></div>
<div class="card console"><small class="place">In your console</small><div class="line"><b>Museum</b><span>75%</span></div><div class="line"><strong>90</strong><small>of 120</small></div><svg viewBox="0 0 293 64" preserveAspectRatio="none"><path class="fill" d="M0 60h30v-4h28v-6h26v-9h24v-7h30v6h22v-14h30v-8h26v5h24v-9h30v-6h18v52z"/><path d="M0 60h30v-4h28v-6h26v-9h24v-7h30v6h22v-14h30v-8h26v5h24v-9h30v-6h18"/><path class="end" d="M288 8h.1"/></svg><div class="line"><small>in <b>188</b></small><small>out <b>98</b></small></div></div>
<div class="card site"><small class="place">On your site</small><div class="line"><b>Inside right now</b><strong>90</strong></div><span class="bar"><i></i></span></div>
<div class="card door"><small class="place">At the door</small><div class="line"><svg viewBox="0 0 24 24"><path d="M3.5 13 9.5 19 20.5 6"/></svg><b>Come in</b><strong>90</strong></div></div>
</div>`);
