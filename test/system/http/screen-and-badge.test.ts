import { expect, test } from "vitest";
import { newGroup } from "../group-service.ts";
import {
  createCounter,
  createOrganization,
  getSite,
  outputs,
  shareCounter,
  shareGroup,
} from "../service.ts";

const organization = await createOrganization("free");
const counter = await createCounter(organization, { name: `Gate <"5"> & 入口` });
const sessionId = await shareCounter(counter);

test("a screen's page may do nothing but what it is made for, and is kept for a minute", async () => {
  const { status, headers } = await getSite(`/screen/${sessionId}`);
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(headers.get("cache-control")).toBe("public, max-age=60, stale-if-error=0");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|frame-ancestors/);
  expect(headers.get("x-frame-options")).toBeNull();
});

test("pages are the same bytes whatever looks their URL has", async () => {
  for (const page of [`/screen/${sessionId}`, `/embed/${sessionId}`]) {
    const plain = await (await getSite(page)).text();
    const query = "label=%3Cscript%3Ealert(1)%3C/script%3E&theme=dark&accent=f00&comeIn=x";
    expect(await (await getSite(`${page}?${query}`)).text()).toBe(plain);
  }
});

test("a screen's path without a session's id is 404, and a slash at its end is no harm", async () => {
  expect((await getSite("/screen/unknown")).status).toBe(404);
  const response = await fetch(`${outputs.BaseUrl}/screen/${sessionId}/`, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([
    308,
    `/screen/${sessionId}`,
  ]);
});

test("a badge is an image of name and number, cached as the number", async () => {
  const response = await getSite(`/embed/${sessionId}/badge.svg`);
  expect(response.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("public, max-age=1, stale-if-error=0");
  const svg = await response.text();
  expect(svg).toContain("<title>\u2068Gate &#60;&#34;5&#34;&#62; &#38; 入口\u2069: 0</title>");
});

test("a group's badge says what its total is of", async () => {
  const group = await newGroup(organization, { name: "Hall", capacity: 500 });
  const svg = await (await getSite(`/embed/${await shareGroup(group)}/badge.svg`)).text();
  expect(svg).toContain("<title>\u2068Hall\u2069: 0 of 500</title>");
});

test("the badge of no session is an image that says so", async () => {
  const response = await getSite("/embed/emb_012345678901234567890123/badge.svg");
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("Not shared");
});
