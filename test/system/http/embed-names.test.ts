import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { DisplayName } from "../../../core/display-name.ts";
import { Oembed, oembedUrl } from "../../../core/embeds/oembed.ts";
import { anyCharacter } from "../../any-character.ts";
import { runs } from "../../soak/runs.ts";
import { createCounter, createOrganization, getSite, outputs, shareCounter } from "../service.ts";

/** Names from all planes of Unicode, with what HTML and JSON treat in a way of their own. */
const special = fc.constantFrom(
  ...["🚪", "\u{10ffff}", "\uFFFE\uFFFF", "\uFEFF", "\u2028", "\u202e", "e\u0301", "\u{e0041}"],
  ...["</title>", "</script>", "<!--", "&amp;", "&#39;", "\"'><b>", "\\u003c", "]]>"],
);
const name = fc
  .array(fc.oneof(special, fc.string({ unit: anyCharacter, maxLength: 8 })), { minLength: 1 })
  .map((parts) => parts.join(""))
  .filter((text) => DisplayName.safeParse(text).success);

const textOf = (html: string) =>
  html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

test("any name is shown as it is: in the page, in its metadata and in the markup of an embed", async () => {
  const organization = await createOrganization("pro");
  const property = fc.asyncProperty(name, async (given) => {
    const counter = await createCounter(organization, { name: given });
    const session = await shareCounter(counter);
    const page = await (await getSite(`/embed/${session}`)).text();
    const [, title = ""] = /<title>([^<]*)<\/title>/.exec(page) ?? [];
    const [, heading = ""] = /<bdi dir="auto">([^<]*)<\/bdi>/.exec(page) ?? [];
    const [, preview = ""] = /property="og:title" content="([^"]*)"/.exec(page) ?? [];
    const shown = withoutBidiControls(given);
    expect([title, heading, preview].map(textOf)).toEqual([shown, shown, given]);
    const response = await fetch(oembedUrl(outputs.BaseUrl, session));
    const { title: told, html } = Oembed.parse(await response.json());
    expect(told).toBe(given);
    const [, label = "", rest = ""] =
      /^<iframe [^<>]* title="([^"<>]*)"([^<>]*)><\/iframe>$/.exec(html) ?? [];
    expect(textOf(label)).toBe(`Live count: ${given}`);
    expect(rest).toContain('sandbox="allow-scripts"');
  });
  const { SEED } = process.env;
  await fc.assert(property, { numRuns: runs(60), ...(SEED && { seed: Number(SEED) }) });
});
