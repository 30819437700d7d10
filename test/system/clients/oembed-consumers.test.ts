import { readFileSync } from "node:fs";
import { extract, setProviderList } from "@extractus/oembed-extractor";
import { expect, test } from "vitest";
import * as z from "zod";
import { createCounter, createCustomer, outputs, shareCounter } from "../service.ts";

// unfurl.js is CommonJS whose types claim otherwise.
const { unfurl } = await import("unfurl.js");

const { organization } = await createCustomer("free");
const name = `Bühne "Süd" <&> 🎪`;
const counter = await createCounter(organization, { name, goalTarget: 500 });
const page = `${outputs.BaseUrl}/embed/${await shareCounter(counter)}`;

test("@extractus/oembed-extractor finds the embed through discovery, and its sizes are obeyed", async () => {
  const found = await extract(page, { maxwidth: 200, maxheight: 1_000 });
  expect(found).toMatchObject({
    method: "auto-discovery",
    type: "rich",
    version: "1.0",
    title: name,
    width: 200,
    height: 200,
    html: expect.stringMatching(/^<iframe src="[^"]+" width="200" height="200" /),
  });
});

test("it also finds the embed through the provider entry of docs/integrators/embedding.md", async () => {
  const guide = readFileSync("docs/integrators/embedding.md", "utf8");
  const [, entry = ""] = /```json\n(\{\s+"provider_name"[\s\S]*?)```/.exec(guide) ?? [];
  const here = entry.replaceAll("https://counters.example.com", outputs.BaseUrl);
  setProviderList([z.record(z.string(), z.unknown()).parse(JSON.parse(here))]);
  // It asks providers over https, whatever their entry says; the service under test has none.
  const overHttp = (url: string) => fetch(url.replace("https:", "http:"));
  const found = await extract(`${page}?from=blog`, {}, overHttp);
  expect(found).toMatchObject({ method: "provider-api", title: name, width: 300 });
});

test("unfurl.js shows the embed and the preview", async () => {
  const found = await unfurl(page);
  expect(found.oEmbed).toMatchObject({ type: "rich", title: name, width: 300, height: 200 });
  expect(found.open_graph).toMatchObject({
    title: name,
    description: "Live count: 0 of 500",
    url: page,
  });
});

test("a consumer that reads the head with a regular expression, as WordPress does, finds the link", async () => {
  const html = await (await fetch(page)).text();
  const head = html.slice(0, html.indexOf("</head>"));
  const [link = ""] = [...head.matchAll(/<link([^<>]+)\/?>/gi)]
    .map(([, attributes = ""]) => attributes)
    .filter((attributes) => attributes.includes("application/json+oembed"));
  const [, href = ""] = /href="([^"]+)"/.exec(link) ?? [];
  const response = await fetch(`${href}&maxwidth=580&maxheight=870&dnt=1&format=json`);
  expect(await response.json()).toMatchObject({ width: 300, height: 200 });
});
