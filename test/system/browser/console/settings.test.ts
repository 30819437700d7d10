import { expect, test } from "vitest";
import { renameOrganization } from "../../../../core/organizations/organization-changes.ts";
import { putGroup } from "../../alert-service.ts";
import { createMember, operator } from "../../people-service.ts";
import { createCounter, createOrganization, outputs, stores } from "../../service.ts";
import { lookAtCalendar, useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { type ConsolePage, confirm, hostileName, look, pageOf, shownName } from "./console-page.ts";

useBrowser();

test("a member finds nothing that changes anything, and is refused where only others may look", async () => {
  const organization = await createOrganization("enterprise");
  const group = await putGroup(organization.id, { name: "Hall" });
  const counter = await createCounter(organization, { name: "North", groupId: group.id });
  await using page = await pageOf("member", "", { organization });
  // Who only counts is led to the counters.
  await page.waitForURL("**/counters");
  await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
  const others = /Settings|Alerts|API keys|Gates|Webhooks/;
  expect(await page.getByRole("link", { name: others }).count()).toBe(0);
  const changing = page.getByRole("button", {
    name: /^(Create|More for|Reset|Set the|Copy the id)/,
  });
  for (const path of ["counters", `counters/${counter.id}`, "groups", `groups/${group.id}`]) {
    await page.goto(consolePath(organization, path));
    await page
      .getByRole("main")
      .getByText(/North|Hall/)
      // Of a list's filter, the option is there first, and never in sight.
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(await changing.count(), path).toBe(0);
  }
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Find a page, a counter, a group or an action").fill("a");
  await page.getByRole("button", { name: "Appearance: dark" }).waitFor();
  expect(await page.getByRole("button", { name: /API keys|Audit log|^Create/ }).count()).toBe(0);
  for (const path of [
    "alerts",
    "settings/api-keys",
    "settings/deliveries/dlv_x",
    "settings/audit",
  ]) {
    await page.goto(consolePath(organization, path));
    await page.getByRole("heading", { name: "Only owners and admins see this page" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  }
  await look(page, "settings-member");
});

test("a page says what its plan would need, and offers nothing that is refused", async () => {
  await using page = await pageOf("owner", "counters", { plan: "free" });
  for (const [path, words] of [
    ["alerts", "Alerts need the Enterprise plan"],
    ["settings/api-keys", "The read API needs the Pro plan"],
    ["settings/webhooks", "Webhooks need the Pro plan"],
  ] as const) {
    await page.goto(consolePath(page.organization, path));
    await page.getByText(words).waitFor();
    expect(await page.getByRole("button", { name: /^Create/ }).count(), path).toBe(0);
  }
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
  const mail = page.getByRole("link", { name: "Write an e-mail" });
  const [address, body] = new URL((await mail.getAttribute("href")) ?? "").href.split("?");
  expect(address).toBe("mailto:kim@example.com");
  expect(new URLSearchParams(body).get("body")).toContain(`\r\n${link}`);
  await page.getByRole("button", { name: "Send it by mail" }).click();
  await page.getByRole("button", { name: "The mail is on its way" }).waitFor();
  await look(page, "invitation-created");
  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await page.getByText("kim@example.com").waitFor();
  const anna = page.getByRole("button", { name: "More for Anna" });
  await anna.click();
  await page.getByRole("menuitem", { name: "Make admin" }).click();
  await page.getByText("Anna is now an admin.").waitFor();
  await look(page, "members");
  await page.getByRole("button", { name: "Revoke the invitation of kim@example.com" }).click();
  await confirm(page, "Revoke invitation");
  await page.getByRole("heading", { name: "Open invitations" }).waitFor({ state: "detached" });
  await page.getByText("The only owner.").waitFor();
  expect(await page.getByRole("button", { name: /^More for/ }).count()).toBe(1);
  await anna.click();
  await page.getByRole("menuitem", { name: "Make owner" }).click();
  const question = page.getByRole("dialog", { name: "Make this member an owner?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  await page.getByRole("row", { name: "Anna" }).getByText("Admin", { exact: true }).waitFor();
  await anna.click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await confirm(page, "Remove member");
  await page.getByText("Anna was removed.").waitFor();
  const { members } = await listed(page, "members");
  expect(members.map(({ id }) => id)).not.toContain(member.id);
});

async function listed(page: ConsolePage, list: string): Promise<{ members: { id: string }[] }> {
  const path = `${outputs.ConsoleUrl}/api/organization/${page.organization.id}/${list}`;
  return await (await page.request.get(path)).json();
}

test("an admin is offered nothing that concerns owners, and can leave", async () => {
  const organization = await createOrganization("pro");
  await createMember(organization, "owner");
  await using page = await pageOf("admin", "settings/members", { organization });
  await page.getByRole("row", { name: "Anna" }).getByText("Owner", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "More for Anna" }).count()).toBe(0);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("radio", { name: "admin" }).waitFor();
  expect(await page.getByRole("radio", { name: "owner" }).count()).toBe(0);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Leave" }).click();
  await confirm(page, "Leave organization");
  await page.waitForURL(`${outputs.ConsoleUrl}/`);
});

test("a name that another person has changed is not replaced unseen, and what was typed stays", async () => {
  await using page = await pageOf("owner", "settings/organization");
  const name = page.getByLabel("Name");
  await name.fill("Port");
  await renameOrganization(
    stores,
    { organizationId: page.organization.id, name: "Harbour" },
    operator,
  );
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
  await page.getByRole("button", { name: shownName }).waitFor();
  await page.getByRole("combobox", { name: "Time zone" }).fill("Berl");
  await page.getByRole("option", { name: "Europe/Berlin" }).click();
  await page.getByRole("button", { name: "Save the time zone" }).click();
  await page.getByText("The time zone was changed.").waitFor();
  await page.getByText("Your operator can change it.").waitFor();
  await look(page, "organization");
  await page.getByRole("link", { name: "Audit log" }).click();
  await page
    .getByRole("cell", { name: `renamed the organization ${shownName}` })
    .first()
    .waitFor();
  await look(page, "audit");
  // A time stands on one line.
  const row = page.getByRole("row").filter({ hasText: `renamed the organization ${shownName}` });
  expect(await row.locator("time").evaluate((time) => time.getClientRects().length)).toBe(1);
  await lookAtCalendar(page, "From day");
  await lookAtCalendar(page, "To day");
  await page.getByRole("combobox", { name: "Person" }).click();
  await page.getByRole("option", { name: "Operator" }).click();
  await page.waitForURL(/person=operator/);
  await page.getByRole("cell", { name: /^Operator invited/ }).waitFor();
  expect(await page.getByRole("cell", { name: /renamed/ }).count()).toBe(0);
  // The address of a filtered view is for colleagues.
  await page.goto(consolePath(page.organization, "settings/audit?action=org.rename"));
  await page.getByText(`Test → ${shownName}`).waitFor();
  // Below the heads and the day.
  expect(await page.getByRole("row").count()).toBe(3);
  await page.goto(consolePath(page.organization, "settings/audit?until=2020-01-01"));
  await page.getByRole("heading", { name: "No entries" }).waitFor();
  expect(await page.getByLabel("To day").first().innerText()).toBe("Jan 1, 2020");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("cell", { name: /^Operator invited/ }).waitFor();
});
