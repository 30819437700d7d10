import { expect, test } from "vitest";
import { createMember } from "../../people-service.ts";
import { createOrganization, outputs, stores } from "../../service.ts";
import { lookAtCalendar, useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { type ConsolePage, confirm, hostileName, look, pageOf } from "./console-page.ts";

useBrowser();

test("a member finds no settings, and is refused at their addresses", async () => {
  await using page = await pageOf("member", "counters");
  await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
  expect(await page.getByRole("link", { name: /Settings|Alerts|API keys/ }).count()).toBe(0);
  for (const path of ["api-keys", "deliveries/dlv_x", "members", "organization", "audit"]) {
    await page.goto(consolePath(page.organization, `settings/${path}`));
    await page.getByRole("heading", { name: "Only owners and admins see this page" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  }
  await look(page, "settings-member");
});

test("an owner invites, revokes, changes roles and removes, and stays as the last owner", async () => {
  await using page = await pageOf("owner", "settings/members");
  const { member } = await createMember(page.organization, "member");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("button", { name: "Create invitation link" }).click();
  await page.getByText("must be an e-mail address").waitFor();
  await page.getByLabel("E-mail address").fill("Kim@Example.com");
  await page.getByRole("radio", { name: "owner" }).check();
  await page.getByRole("button", { name: "Create invitation link" }).click();
  const link = await page.getByLabel("Invitation link").innerText();
  expect(link).toMatch(/\/join#org_\w{20}\.inv_\w{20}\.[\w-]{43}$/);
  await look(page, "invitation-created");
  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await page.getByText("kim@example.com").waitFor();
  await page.getByLabel("Role of Anna").selectOption("admin");
  await page.getByText("Anna is now an admin.").waitFor();
  await look(page, "members");
  await page.getByRole("button", { name: "Revoke the invitation of kim@example.com" }).click();
  await confirm(page, "Revoke");
  await page.getByText("No open invitations.").waitFor();
  await page.getByText("The only owner.").waitFor();
  expect(await page.getByRole("button", { name: "Leave the organization" }).count()).toBe(0);
  expect(await page.getByLabel("Role of").count()).toBe(1);
  await page.getByLabel("Role of Anna").selectOption("owner");
  const question = page.getByRole("dialog", { name: "Make this member an owner?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  expect(await page.getByLabel("Role of Anna").inputValue()).toBe("admin");
  await page.getByRole("button", { name: "Remove Anna" }).click();
  await confirm(page, "Remove");
  await page.getByText("Anna was removed.").waitFor();
  const { members } = await listed(page, "members");
  expect(members.map(({ id }) => id)).not.toContain(member.id);
});

async function listed(page: ConsolePage, list: string): Promise<{ members: { id: string }[] }> {
  const path = `${outputs.ConsoleUrl}/api/organizations/${page.organization.id}/${list}`;
  return await (await page.request.get(path)).json();
}

test("an admin is offered nothing that concerns owners, and can leave", async () => {
  const organization = await createOrganization("pro");
  await createMember(organization, "owner");
  await using page = await pageOf("admin", "settings/members", { organization });
  await page.getByRole("row", { name: "Anna" }).getByText("owner", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Remove Anna" }).count()).toBe(0);
  expect(await page.getByLabel("Role of Anna").count()).toBe(0);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("radio", { name: "admin" }).waitFor();
  expect(await page.getByRole("radio", { name: "owner" }).count()).toBe(0);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Leave the organization" }).click();
  await confirm(page, "Leave");
  await page.waitForURL(`${outputs.ConsoleUrl}/`);
});

test("a name that somebody else has changed is not replaced unseen, and what was typed stays", async () => {
  await using page = await pageOf("owner", "settings/organization");
  const name = page.getByLabel("Name");
  await name.fill("Port");
  await stores.names.set(page.organization.id, { to: "Harbour" }, () => undefined);
  const save = page.getByRole("button", { name: "Save the name" });
  await save.click();
  await page.getByText("Name is now Harbour.").waitFor();
  await page.getByText("or reload the page to keep theirs").waitFor();
  expect(await name.inputValue()).toBe("Port");
  await look(page, "organization-conflict");
  await save.click();
  await page.getByText("The name was changed.").waitFor();
  await page.getByRole("button", { name: "Port" }).waitFor();
  expect(await page.getByText("Name is now Harbour.").count()).toBe(0);
});

test("an admin renames the organization, and finds it in the audit log by an address", async () => {
  await using page = await pageOf("admin", "settings/organization");
  const name = page.getByLabel("Name");
  await name.fill(" ");
  await page.getByRole("button", { name: "Save the name" }).click();
  await page.getByText("must not be empty").waitFor();
  await name.fill(hostileName);
  await page.getByRole("button", { name: "Save the name" }).click();
  await page.getByText("The name was changed.").waitFor();
  await page.getByRole("button", { name: hostileName }).waitFor();
  await page.getByRole("combobox", { name: "Time zone" }).fill("Berl");
  await page.getByRole("option", { name: "Europe/Berlin" }).click();
  await page.getByRole("button", { name: "Save the time zone" }).click();
  await page.getByText("The time zone was changed.").waitFor();
  await page.getByText("Your operator changes the plan.").waitFor();
  await look(page, "organization");
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("cell", { name: `renamed the organization ${hostileName}` }).waitFor();
  await look(page, "audit");
  // A time stands on one line.
  const row = page.getByRole("row").filter({ hasText: `renamed the organization ${hostileName}` });
  expect(await row.locator("time").evaluate((time) => time.getClientRects().length)).toBe(1);
  await lookAtCalendar(page, "From day");
  await lookAtCalendar(page, "To day");
  await page.getByRole("combobox", { name: "Person" }).click();
  await page.getByRole("option", { name: "operator" }).click();
  await page.waitForURL(/person=operator/);
  await page.getByRole("cell", { name: /^invited/ }).waitFor();
  expect(await page.getByRole("cell", { name: /renamed/ }).count()).toBe(0);
  // The address of a filtered view is for colleagues.
  await page.goto(consolePath(page.organization, "settings/audit?action=org.rename"));
  await page.getByText(`Test → ${hostileName}`).waitFor();
  expect(await page.getByRole("row").count()).toBe(2);
  await page.goto(consolePath(page.organization, "settings/audit?until=2020-01-01"));
  await page.getByRole("heading", { name: "No entries" }).waitFor();
  expect(await page.getByLabel("To day").first().innerText()).toBe("Jan 1, 2020");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("cell", { name: /^invited/ }).waitFor();
});
