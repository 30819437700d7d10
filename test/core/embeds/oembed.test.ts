import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ApiError } from "../../../core/api-error.ts";
import { oembed, oembedRequest, oembedUrl } from "../../../core/embeds/oembed.ts";
import { escapeMarkup } from "../../../core/markup.ts";
import { anyCharacter } from "../../any-character.ts";

const sessionId = "emb_0123456789ABCDEFGHIJKLMN";
const request = (query: string) => oembedRequest(new URLSearchParams(query));

test("markup is one iframe whatever the name is, and its size is the response's", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.nat(400), fc.nat(400), (name, w, h) => {
      const query = {
        url: `https://x/embed/${sessionId}`,
        maxwidth: `${w + 1}`,
        maxheight: `${h + 1}`,
      };
      const made = oembed("https://x", oembedRequest(new URLSearchParams(query)), name);
      const form =
        /^<iframe src="([^"<>]*)" width="(\d+)" height="(\d+)" title="([^"<>]*)"[^<>]*><\/iframe>$/s;
      const [, src, width, height, title] = form.exec(made.html) ?? [];
      expect([src, Number(width), Number(height)]).toEqual([
        `https://x/embed/${sessionId}`,
        made.width,
        made.height,
      ]);
      expect(title).toBe(`Live count: ${escapeMarkup(name)}`);
      expect(made.title).toBe(name);
    }),
  );
});

test("the guide's markup is the endpoint's, but for the lines", () => {
  const guide = readFileSync("docs/integrators/embedding.md", "utf8");
  const [shown = ""] = /<iframe.*?<\/iframe>/s.exec(guide) ?? [];
  const { html } = oembed(
    "https://counters.example.com",
    { sessionId: "emb_7bQx2LmZ9cRt4WvK1nYp8DsH", width: 300, height: 200 },
    "North gate",
  );
  expect(shown.replace(/\n>/, ">").replace(/\n */g, " ")).toBe(html);
});

test("any text as url is refused with an ApiError, or names one path segment", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.webUrl()), (url) => {
      try {
        expect(oembedRequest(new URLSearchParams({ url })).sessionId).toMatch(/^[^\s/?#\\]+$/);
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
      }
    }),
  );
});

test("a url may have 2,048 characters, and not one more", () => {
  const url = `https://x/embed/${sessionId}?`.padEnd(2_048, "q");
  expect(request(`url=${url}`)).toMatchObject({ sessionId });
  expect(() => request(`url=${url}q`)).toThrow("url must be");
});

test.each([
  ["?lang=de", "?lang=de"],
  ["/?theme=dark&lang=pt-BR#top", "?lang=pt-BR"],
  ["?theme=dark", ""],
  ["?lang=", ""],
  ["?lang=%22%3E%3Cscript%3E", ""],
  ["?lang=de%26label=x", ""],
  [`?lang=${"a".repeat(36)}`, ""],
])("of the URL's query %s, the frame keeps the language", (asked, kept) => {
  const query = new URLSearchParams({ url: `https://other/embed/${sessionId}${asked}` });
  const { html } = oembed("https://x", oembedRequest(query), "Gate");
  expect(html).toContain(`<iframe src="https://x/embed/${sessionId}${kept}" width=`);
});

test.each(["%2F", "%2f"])("a session's id that hides a slash as %s is refused", (slash) => {
  const query = new URLSearchParams({ url: `https://x/embed/${sessionId}${slash}a` });
  expect(() => oembedRequest(query)).toThrow("url must be");
});

test.each(["maxwidth", "maxheight"])("%s is at least 1", (name) => {
  const query = `url=https://x/embed/${sessionId}`;
  expect(request(`${query}&${name}=1`)).toMatchObject({ sessionId });
  expect(() => request(`${query}&${name}=0`)).toThrow("at least 1");
});

test("the oEmbed URL asks for the page that it belongs to", () => {
  const address = new URL(oembedUrl("https://counters.example.com", sessionId));
  expect(request(address.search)).toEqual({ sessionId, width: 300, height: 200 });
});
