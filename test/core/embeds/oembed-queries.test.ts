import { expect, test } from "vitest";
import { ApiError } from "../../../core/api-error.ts";
import { oembedRequest } from "../../../core/embeds/oembed.ts";

const sessionId = "emb_0123456789ABCDEFGHIJKLMN";
const base = "https://counters.example.com";
const page = `${base}/embed/${sessionId}`;
const request = (query: string | Record<string, string>) =>
  oembedRequest(new URLSearchParams(query));

test.each([
  ["another host", `https://elsewhere.example/embed/${sessionId}`],
  ["another port and user information", `http://a:b@elsewhere.example:8080/embed/${sessionId}`],
  ["a trailing slash", `${page}/`],
  ["a query", `${page}?utm_source=blog&x=/../y`],
  ["a fragment", `${page}#?secret=0123456789`],
  ["a scheme in capitals", page.replace("http", "HTTP")],
])("%s names the same session", (_, url) => {
  expect(request({ url })).toMatchObject({ sessionId });
});

test.each([
  ["nothing", ""],
  ["an empty url", "url="],
  ["a path alone", `url=/embed/${sessionId}`],
  ["a URL without a scheme", `url=//elsewhere.example/embed/${sessionId}`],
  ["words", "url=not%20a%20url"],
  ["a javascript URL", `url=javascript:alert(1)//x/embed/${sessionId}`],
  ["a data URL", `url=data:text/html,x/embed/${sessionId}`],
  ["an ftp URL", `url=ftp://elsewhere.example/embed/${sessionId}`],
  ["a file URL", `url=file:///embed/${sessionId}`],
  ["no host", `url=https:///embed/${sessionId}`],
  ["an invalid host", `url=https://[/embed/${sessionId}`],
  ["no path", `url=${base}`],
  ["no session", `url=${base}/embed/`],
  ["another path", `url=${base}/embeds/${sessionId}`],
  ["a path in capitals", `url=${base}/EMBED/${sessionId}`],
  ["a path before it", `url=${base}/x/embed/${sessionId}`],
  ["a segment behind it", `url=${page}/count`],
  ["two slashes behind it", `url=${page}//`],
  ["an encoded slash in front", `url=${base}%252Fembed/${sessionId}`],
  ["dot segments", `url=${base}/x/../embed/${sessionId}`],
  ["a backslash", `url=${base}/embed%5C${sessionId}`],
  ["a line break", `url=${base}/embed/%0A${sessionId}`],
  ["a space at its end", `url=${page}%20`],
  ["the path in the fragment", `url=${base}/%23/embed/${sessionId}`],
  ["the path in the query", `url=${base}/?/embed/${sessionId}`],
  ["url twice", `url=${page}&url=${page}`],
  ["an array", `url[]=${page}`],
  ["a size twice", `url=${page}&maxwidth=100&maxwidth=200`],
])("%s is refused", (_, query) => {
  expect(() => request(query)).toThrow(ApiError);
});

test.each([
  ["maxwidth", "width", 300],
  ["maxheight", "height", 200],
] as const)("%s is a whole number of pixels, and at most %s is taken of it", (name, size, most) => {
  const taken = { "1": 1, "0120": 120, [most - 1]: most - 1, [most + 1]: most };
  for (const [asked, pixels] of Object.entries({ ...taken, ["9".repeat(400)]: most })) {
    expect([asked, request({ url: page, [name]: asked })[size]]).toEqual([asked, pixels]);
  }
  const wrong = ["-1", "1.5", "1e3", "0x10", "abc", "", " ", "+5", "NaN", "Infinity", "5px", "٣"];
  for (const asked of wrong) {
    expect(() => request({ url: page, [name]: asked }), asked).toThrow(name);
  }
});
