import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { tapOnce } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { type Translator, translate } from "../translator.ts";
import { pageOf } from "./console-page.ts";
import { type Furnished, furnishedOrganization } from "./furnished-organization.ts";

useBrowser();

type Step = (page: Page) => Promise<unknown>;

const press =
  (name: string): Step =>
  (page) =>
    page
      .locator("#main")
      .getByRole("button", { name: new RegExp(`^${name}`, "i") })
      .first()
      .click();
const choose =
  (name: string): Step =>
  (page) =>
    page
      .locator("#main label", { hasText: new RegExp(`^${name}$`, "i") })
      .first()
      .click();
const select =
  (name: string, value: string): Step =>
  async (page) => {
    await page.getByRole("combobox", { name }).selectOption(value);
  };
const open =
  (name: string): Step =>
  async (page) => {
    await press(name)(page);
    await page.getByRole("dialog").or(page.getByRole("menu")).first().waitFor();
  };
const close: Step = (page) => page.keyboard.press("Escape");

/** What people do on a page, by its path without ids: one of each kind of content. */
const steps: Record<string, Step[]> = {
  "": [open("Choose tiles"), close, open("More for North"), close],
  counters: [
    // The search of a short list is there once it is sorted.
    press("Last change"),
    (page) => page.getByRole("searchbox").fill("no"),
    (page) => page.getByRole("searchbox").fill("nothing"),
    (page) => page.getByRole("searchbox").fill(""),
    open("Create counter"),
    close,
  ],
  "counters/": [
    ...[choose("Week"), choose("By day"), press("Show as table"), press("Show as chart")],
    ...[open("Set the count"), close],
  ],
  reports: [
    ...[select("Range", "last-month"), select("Range", "today"), select("Range", "this-year")],
    ...[select("Report on", "groups"), choose("Day"), select("Report on", "counters")],
  ],
  "settings/events": [choose("Alerts"), choose("Counts")],
};
const stepsOf = (path: string) => steps[path.replace(/[a-z]{3}_\w+$/, "")] ?? [];

/** Without the seconds that passed, which two pages do not count at once. */
const shown = (page: Page) =>
  page.evaluate(() =>
    document.body.innerText
      .toUpperCase()
      .replace(/\s+/g, " ")
      .replace(/\d+ (SEC|MIN)\. AGO|\bNOW\b/g, "AGO"),
  );

/** Does the same on a page that is translated and on one that is not. */
async function compare(
  { organization, counter }: Furnished,
  { paths, translator }: { paths: string[]; translator: Translator },
) {
  await using page = await pageOf("owner", "", { organization });
  const plain = await page.context().newPage();
  const expectSame = async (path: string) => {
    const differs = async () => ((await shown(page)) === (await shown(plain)) ? "" : path);
    await expect
      .poll(differs)
      .toBe("")
      .catch(async () => {
        expect(await shown(page), path).toBe(await shown(plain));
      });
  };
  for (const path of paths) {
    for (const each of [page, plain]) {
      await each.goto(consolePath(organization, path));
      await each.getByRole("heading", { level: 1 }).waitFor();
    }
    await translate(page, translator);
    await expectSame(path);
    for (const step of stepsOf(path)) {
      for (const each of [plain, page]) await step(each);
      await expectSame(`${path}: step ${stepsOf(path).indexOf(step)}`);
    }
    // A report is read anew when it is opened, which one page may have been half a minute after the other.
    if (path === "reports") continue;
    await tapOnce(counter);
    await expectSame(`${path} after a count`);
  }
}

test.each([
  ["Chrome", ["", "counters", "counters/", "reports", "settings/events"]],
  ["Firefox", ["reports", "counters"]],
  ["Safari", ["reports", "counters"]],
] as const)(
  "a page that %s has translated follows what people do and what is counted",
  {
    timeout: 180_000,
  },
  async (translator, pages) => {
    const furnished = await furnishedOrganization();
    const paths = pages.map((path) => (path.endsWith("/") ? path + furnished.counter.id : path));
    await compare(furnished, { paths, translator });
  },
);

test("what React puts in place of its own nodes is no translation", async () => {
  const { organization } = await furnishedOrganization();
  await using page = await pageOf("owner", "", { organization });
  const html = await page.evaluate(async () => {
    const observed = () => new Promise((resolve) => setTimeout(resolve));
    // As React marks elements, and not a text that is all of its element.
    const marked = (name: string, marks: object) =>
      Object.assign(document.createElement(name), marks);
    const parent = marked("p", { __reactFiber$x: {} });
    document.body.append(parent);
    parent.append(marked("b", { __reactFiber$x: {} }));
    await observed();
    parent.textContent = "a";
    Object.assign(parent, { __reactProps$x: { children: "a" } });
    await observed();
    parent.textContent = "";
    parent.appendChild(marked("i", { __reactFiber$x: {} }));
    return parent.innerHTML;
  });
  expect(html).toBe("<i></i>");
});
