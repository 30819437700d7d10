import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import * as z from "zod";

/**
 * `npm run pictures -- [path of the console's page]` takes the pictures of the README and the docs
 * from a demo that it starts. CHROMIUM names the browser, TZ a zone in which the museum is full. The start page draws
 * the same numbers: `web/home/scene-html.ts`.
 */
const folder = join("docs", "pictures");
const programs = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const executablePath = process.env.CHROMIUM ?? programs.find((path) => existsSync(path));
const [consolePath = ""] = process.argv.slice(2);

const Demo = z.object({
  consoleUrl: z.url(),
  organizations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      gateUrl: z.url().exactOptional(),
      counters: z.array(z.object({ name: z.string(), embedUrl: z.url().exactOptional() })),
    }),
  ),
});

type Look = "light" | "dark";
interface Shot {
  url: string;
  width: number;
  height: number;
}

if (executablePath === undefined) throw new Error("no Chromium: set CHROMIUM");
mkdirSync(folder, { recursive: true });
await using demo = await startDemo();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  for (const look of ["light", "dark"] as const) await takeAll(browser, look);
} finally {
  await browser.close();
}

async function takeAll(browser: Browser, look: Look): Promise<void> {
  const museum = demo.organizations.find(({ name }) => name === "City Museum");
  const embedUrl = museum?.counters.find(({ name }) => /Wristbands/.test(name))?.embedUrl;
  if (museum?.gateUrl === undefined || embedUrl === undefined) throw new Error("no demo");
  const context = await browser.newContext({
    ...{ colorScheme: look, reducedMotion: "reduce" },
    // Headless, Chromium lets no page keep the screen on by itself, and the phone would say so.
    permissions: ["screen-wake-lock"],
  });
  const page = await context.newPage();
  const shown = `${demo.consoleUrl}/organizations/${museum.id}${consolePath}`;
  await signIn(page);
  await catchUp(page, shown);
  const overview = await shoot(page, { url: shown, width: 1440, height: 840 });
  const phone = await shoot(page, { url: museum.gateUrl, width: 390, height: 720 });
  const embed = await shoot(page, { url: embedUrl, width: 300, height: 200 });
  keep(`console-${look}`, overview);
  keep(`phone-${look}`, phone);
  // A new page, because the policy of an embed would go on for what is written into its own.
  const frame = await context.newPage();
  await frame.setViewportSize({ width: 1440, height: 860 });
  await frame.setContent(composed({ overview, phone, embed }, look));
  await frame.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  keep(`together-${look}`, await webp(frame));
  await context.close();
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${demo.consoleUrl}/sign-in?returnTo=/`);
  const olivia = page.getByRole("button", { name: /Olivia/ });
  await olivia
    .or(page.getByRole("link", { name: /Olivia/ }))
    .first()
    .click();
  await page.waitForURL(`${demo.consoleUrl}/**`);
}

/** The demo's till is down at first, and its deliveries are late for some minutes. */
async function catchUp(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const healthy = page.locator(".overview-side").getByText("Healthy");
  await healthy.nth(1).waitFor({ timeout: 15 * 60_000 });
}

async function shoot(page: Page, { url, width, height }: Shot): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  // Two pages of the console can differ in their fragment only.
  await page.goto("about:blank");
  await page.goto(url);
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
  // Gray shapes stand in place of what is loaded.
  const shapes = ".card-shape, .mantine-Skeleton-root, [aria-label^=Loading]";
  await page.waitForFunction((all) => document.querySelector(all) === null, shapes);
  // Charts are drawn after their numbers have come.
  await setTimeout(3_000);
  return await webp(page);
}

/** Playwright itself takes PNG and JPEG only. */
async function webp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const options = { format: "webp", quality: 82 } as const;
  const { data } = await session.send("Page.captureScreenshot", options);
  await session.detach();
  return Buffer.from(data, "base64");
}

function composed(
  { overview, phone, embed }: { overview: Buffer; phone: Buffer; embed: Buffer },
  look: Look,
): string {
  const image = (name: string, data: Buffer) =>
    `<img class="${name}" src="data:image/webp;base64,${data.toString("base64")}">`;
  const [paper, edge] = look === "light" ? ["#eef1f6", "#d5dbe5"] : ["#0b0e13", "#2a313c"];
  return `<!doctype html><style>
    body { margin: 0; background: ${paper}; }
    img { position: absolute; border: 1px solid ${edge}; box-shadow: 0 18px 50px rgb(0 0 0 / 28%); }
    .console { left: 40px; top: 36px; width: 1190px; border-radius: 12px; }
    .phone { right: 40px; top: 176px; width: 340px; border: 8px solid #20242b; border-radius: 40px; }
    .embed { left: 90px; bottom: 40px; width: 320px; border-radius: 12px; }
  </style>${image("console", overview)}${image("embed", embed)}${image("phone", phone)}`;
}

function keep(name: string, data: Buffer): void {
  const file = join(folder, `${name}.webp`);
  writeFileSync(file, data);
  console.log(`${file}  ${Math.ceil(data.length / 1024)} KB`);
}

/** A service with the demo, in a folder of its own, once its history is written. */
async function startDemo() {
  const dataDir = mkdtempSync(join(tmpdir(), "counting-pictures-"));
  const ports = ["site", "api", "console", "identity", "receiver", "mailbox", "chat"].flatMap(
    (name) => [`--${name}-port`, "0"],
  );
  const options = ["--data-dir", dataDir, "--quiet", ...ports];
  const service = spawn(process.execPath, [join("local", "start.ts"), ...options], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(service, "exit");
  const isReady = () =>
    existsSync(join(dataDir, "connection.json")) && !existsSync(join(dataDir, "demo-history.json"));
  while (!isReady()) {
    if (service.exitCode !== null) throw new Error("the service did not start; see above");
    await setTimeout(200);
  }
  const text = readFileSync(join(dataDir, "connection.json"), "utf8");
  return {
    ...Demo.parse(JSON.parse(text)),
    async [Symbol.asyncDispose]() {
      service.kill("SIGTERM");
      await exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
