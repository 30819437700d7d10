import { expect, test } from "vitest";
import { systemClock } from "../../../../adapters/system-clock.ts";
import type { AuditAction } from "../../../../core/audit/audit-action.ts";
import { type Change, newAuditEntry } from "../../../../core/audit/audit-entry.ts";
import { renameOrganization } from "../../../../core/organizations/organization-changes.ts";
import { putGroup } from "../../alert-service.ts";
import { createMember, operator } from "../../people-service.ts";
import { createCounter, createOrganization, outputs, stores } from "../../service.ts";
import { createReceiver } from "../../webhooks/webhook-service.ts";
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
  const path = `${outputs.ConsoleUrl}/api/organization/${page.organization.id}/${list}`;
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
  await page.getByRole("option", { name: "Operator" }).click();
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

const log = stores.auditLog;
const anOperator = { kind: "operator" as const, id: null, name: null };

test("the audit log says in words what was changed, with names and the viewer's dates", async () => {
  const organization = await createOrganization("pro");
  const { id: organizationId } = organization;
  const counter = await createCounter(organization, { name: "North gate" });
  const group = await putGroup(organizationId, { name: "Hall 1" });
  const { endpoint } = await createReceiver(organizationId);
  let taken = 0;
  /** An entry as the command line writes it. */
  async function record(action: AuditAction, change: Omit<Change, "organizationId">) {
    taken += 1;
    const context = { nowMs: systemClock.now() + taken, randomBase62: () => "000000000000" };
    await log.record(
      newAuditEntry({ organizationId, actor: anOperator, action, ...change }, context),
    );
  }
  await record("delivery.recover", {
    target: { kind: "endpoint", id: endpoint.id, name: null },
    before: null,
    after: { resent: 12, since: "2026-11-21T10:00:00.000Z" },
  });
  await record("delivery.resend", {
    target: { kind: "delivery", id: `dlv_${"a".repeat(52)}`, name: null },
    before: { state: "retry_scheduled" },
    after: { attempt: 1, eventId: `counter.increment:${counter.id}:1` },
  });
  await record("counter.update", {
    target: { kind: "counter", id: counter.id, name: "North gate" },
    before: { mode: "both", groupId: null, incrementStep: 1 },
    after: { mode: "increment-only", groupId: group.id, incrementStep: 2 },
  });
  await using page = await pageOf("owner", "settings/audit", { organization });
  const { host } = new URL(endpoint.url);
  const recovered = page.getByRole("row").filter({ hasText: `resent deliveries of ${host}` });
  await recovered.waitFor();
  const since = await page.evaluate(() => {
    const day = { year: "numeric", month: "short", day: "numeric" } as const;
    const format = new Intl.DateTimeFormat(undefined, {
      ...day,
      hour: "numeric",
      minute: "2-digit",
    });
    return format.format(Date.parse("2026-11-21T10:00:00.000Z"));
  });
  const details = await recovered.innerText();
  expect(details).toContain(`events since: ${since}`);
  expect(details).toContain("sent again: 12");
  await page.getByText("state: was Waits for a retry").waitFor();
  await page.getByText("taps: up and down → only up").waitFor();
  await page.getByText("group: none → Hall 1").waitFor();
  await page.getByText("a tap up adds: 1 → 2").waitFor();
  const text = await page.getByRole("table", { name: "Audit log" }).innerText();
  expect(text).not.toMatch(/increment-only|retry_scheduled|incrementStep|end_|grp_|\dT\d\d:/);
  await page.getByRole("button", { name: "Copy the id of the delivery" }).waitFor();
  await look(page, "audit-details");
});
