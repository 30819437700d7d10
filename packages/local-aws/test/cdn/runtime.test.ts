import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Fixture, startFixture } from "../start-fixture.ts";

const asked: object[] = [];
let fixture: Fixture;
beforeAll(async () => {
  const portOf = (server: object) => {
    asked.push(server);
    return 0;
  };
  fixture = await startFixture({ portOf });
});
afterAll(() => fixture.close());

const cdnUrl = () => fixture.runtime.outputs.CdnUrl ?? "";

test("a distribution has a port and a URL of its own, and is named by its comment", () => {
  expect(asked).toMatchObject([
    { kind: "api", name: "fixture-api" },
    { kind: "cdn", name: "fixture-cdn" },
  ]);
  expect(cdnUrl()).toMatch(/^http:\/\/localhost:\d+$/);
  expect(cdnUrl()).not.toBe(fixture.runtime.outputs.ApiUrl);
});

test("a function gets the distribution's secret, and of the viewer what the policies name", async () => {
  const headers = { "x-mine": "1", "x-origin-secret": "guessed" };
  const response = await fetch(`${cdnUrl()}/items/a?b`, { headers });
  const event = JSON.parse(await response.text());
  const kept = readFileSync(join(fixture.dataDir, "secrets.json"), "utf8");
  expect(kept).toContain(`"${event.headers["x-origin-secret"]}"`);
  expect(event).toMatchObject({
    rawQueryString: "",
    headers: { "user-agent": "Amazon CloudFront", "x-forwarded-for": "127.0.0.1,127.0.0.1" },
  });
  expect(event.headers).not.toHaveProperty("x-mine");
});

test("both loopback addresses are served", async () => {
  for (const host of ["127.0.0.1", "[::1]"]) {
    const { status } = await fetch(`${cdnUrl().replace("localhost", host)}/items/a`);
    expect([host, status]).toEqual([host, 200]);
  }
});
