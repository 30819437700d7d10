import { expect, test } from "vitest";
import { newCounter } from "../../console/counter-users.ts";
import { createGate } from "../../gate-service.ts";
import { outputs } from "../../service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { newPhone, shows } from "../count/counting.ts";
import { ModelConsole } from "../count/model-console.ts";

useBrowser();

const token = `org_${"1".repeat(20)}.gat_${"2".repeat(20)}.${"s".repeat(43)}`;

test("a link opens its gate, whatever a program has made of its #", async () => {
  const { token } = await createGate([await newCounter()]);
  await using page = await newPhone();
  for (const link of [`/gate%23${token}`, `/gate#${token}).`, `/gate/#${token}`]) {
    await page.goto(`${outputs.ConsoleUrl}${link}`);
    await page.waitForURL("**/count/ctr_*");
    await shows(page, 0);
  }
  await using another = await newPhone();
  await another.goto(`${outputs.ConsoleUrl}/gate?lang=ar%23${token}`);
  await another.locator("html[lang=ar] .number").waitFor();
});

test("a pasted link opens its gate, with the text around it, and other text is refused", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.goto(console.url);
  await page.getByText("Paste a gate link").click();
  const field = page.getByLabel("Gate link");
  await field.fill(`${console.url}/gate`);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("alert").filter({ hasText: "There is no gate link in this." }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await field.fill(`“Count here: ${console.url}/gate%23${token}.”`);
  await field.press("Enter");
  await page.waitForURL("**/count/ctr_*");
  await shows(page, 0);
});

test("a phone that has lost what it stored lists the gates that its cookies still open", async () => {
  await using console = await ModelConsole.open();
  console.session = null;
  console.gateOpened = true;
  await using page = await newPhone();
  await page.goto(console.url);
  const gates = page.getByRole("heading", { name: "Gates on this phone" });
  await gates.waitFor();
  await page.getByRole("link", { name: "Main entrance" }).waitFor();
  console.gateRevoked = true;
  await page.reload();
  await page.getByRole("heading", { name: "Count at the gate." }).waitFor();
  expect(await gates.count()).toBe(0);
});

test("where a browser reads QR codes, a picture of one opens its gate", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.addInitScript((rawValue) => {
    const detect = async () => [{ rawValue }];
    Object.assign(globalThis, {
      BarcodeDetector: class {
        detect = detect;
      },
    });
  }, `${console.url}/gate#${token}`);
  await page.goto(console.url);
  await page.getByText("Paste a gate link").click();
  const pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await page.getByLabel("Scan a QR code").setInputFiles({
    ...{ name: "code.png", mimeType: "image/png" },
    buffer: Buffer.from(pixel, "base64"),
  });
  await page.waitForURL("**/count/ctr_*");
  await shows(page, 0);
});
