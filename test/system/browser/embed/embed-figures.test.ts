import { expect, test } from "vitest";
import { Oembed } from "../../../../core/embeds/oembed.ts";
import { getSite, outputs, tapOnce } from "../../service.ts";
import { newPage, seen, useBrowser } from "../browser.ts";
import { foreignPage, interruptible } from "../servers.ts";
import { newEmbed } from "./embeds.ts";

useBrowser();

test("the number moves within 3 s after a tap", async () => {
  const { counter, url } = await newEmbed({ goalTarget: 4 });
  await using page = await newPage();
  await page.goto(url);
  await seen(page, ".state", "Live");
  for (const [count, progress] of [
    ["1", "25% of 4"],
    ["2", "50% of 4"],
  ]) {
    await tapOnce(counter);
    const tappedMs = performance.now();
    await seen(page, ".number", new RegExp(`^${count}$`));
    expect(performance.now() - tappedMs).toBeLessThan(3_000);
    await seen(page, ".progress", progress ?? "");
  }
  await seen(page, "time", "just now");
});

test("the oEmbed markup moves on a foreign page, in a sandbox without an origin", async () => {
  const { counter, url } = await newEmbed({ name: "Gate <1>" });
  const metadata = Oembed.parse(await (await getSite(`/api/oembed?url=${url}`)).json());
  await using blog = await foreignPage(metadata.html);
  await using page = await newPage();
  await page.goto(blog.url);
  const frame = page.frameLocator("iframe");
  await seen(frame, ".state", "Live");
  await tapOnce(counter);
  const tappedMs = performance.now();
  await seen(frame, ".number", /^1$/);
  expect(performance.now() - tappedMs).toBeLessThan(3_000);
  const [, inner] = page.frames();
  expect(await inner?.evaluate(() => self.origin)).toBe("null");
  expect(await page.locator("iframe").getAttribute("title")).toBe("Live count: Gate <1>");
});

test("an embed says within seconds when the service hangs, and goes on when it responds", async () => {
  const { counter, path } = await newEmbed();
  await using proxy = await interruptible(outputs.BaseUrl);
  await using page = await newPage();
  await page.goto(`${proxy.url}${path}`);
  await seen(page, ".state", "Live");
  proxy.hang();
  const hungMs = performance.now();
  await seen(page, ".state", "Reconnecting");
  expect(performance.now() - hungMs).toBeLessThan(8_000);
  await tapOnce(counter);
  proxy.respondAgain();
  await seen(page, ".number", /^1$/);
  await seen(page, ".state", "Live");
});
