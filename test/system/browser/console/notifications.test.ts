import { expect, test } from "vitest";
import { createMember } from "../../people-service.ts";
import { createCounter, createOrganization, signIn } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { hostileName, look, pageOf, shownName } from "./console-page.ts";

useBrowser();

test("a person chooses what to get mails of, when and in which language, and an alert says who hears of it", async () => {
  const organization = await createOrganization("enterprise");
  await createCounter(organization);
  await createMember(organization, "admin", await signIn({ name: hostileName }));
  await using page = await pageOf("owner", "alerts", { organization });
  const { email } = page.member;
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Create alert" }).click();
  // In the order in which they joined.
  await dialog.getByText(`By mail: ${shownName} and ${email}.`).waitFor();
  await look(page, "alert-dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: email ?? "" }).click();
  await page.getByRole("menuitem", { name: "Notifications" }).click();
  await page.getByText(`Mails go to ${email}.`).waitFor();
  await page.getByRole("link", { name: "Open the mailbox of this computer" }).waitFor();
  await page.getByLabel("Alerts").uncheck();
  await page.getByLabel("Weekly report").check();
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "Deutsch", exact: true }).click();
  await page.getByLabel("Quiet hours").check();
  await page.getByRole("combobox", { name: "To" }).click();
  await page.getByRole("option", { name: "6:30 AM" }).click();
  const saved = page.getByRole("combobox", { name: "To" });
  await expect.poll(async () => await saved.isEnabled()).toBe(true);
  await look(page, "notifications");
  await page.reload();
  await page.getByText(`Mails go to ${email}.`).waitFor();
  const checked = async (name: string) => await page.getByLabel(name).isChecked();
  expect([await checked("Alerts"), await checked("Weekly report")]).toEqual([false, true]);
  const shown = async (name: string) => await page.getByRole("combobox", { name }).inputValue();
  expect([await shown("Language"), await shown("From"), await shown("To")]).toEqual([
    ...["Deutsch", "10:00 PM", "6:30 AM"],
  ]);
  await page.goto(consolePath(organization, "alerts"));
  await page.getByRole("button", { name: "Create alert" }).click();
  await dialog.getByText(`By mail: ${shownName}.`).waitFor();
});

test("a member whose address nobody confirms is told so, and is offered what the plan and the role have", async () => {
  await using page = await pageOf("member", "notifications", { plan: "pro" });
  await page.getByLabel("Weekly report").waitFor();
  const { subject, issuer, email } = page.person;
  await signIn({ subject, issuer, email, emailVerified: false, name: null });
  await page.reload();
  await page.getByText(`nobody confirms that ${email} is yours`).waitFor();
  await look(page, "notifications-unconfirmed");
  const offered = [
    "Alerts",
    "Failing endpoints",
    "Deliveries given up or held back",
    "Changed roles",
  ];
  for (const name of offered) expect(await page.getByLabel(name, { exact: true }).count()).toBe(0);
});
