import { expect, test } from "vitest";
import { beginDeletion } from "../../../../core/data/deletion.ts";
import { acceptInvitation } from "../../../../core/members/accept-invitation.ts";
import { renameOrganization } from "../../../../core/organizations/organization-changes.ts";
import { createInvitation, createMember, operator } from "../../people-service.ts";
import { createCounter, createOrganization, outputs, stores } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { hostileName, look, pageOf, shownName } from "./console-page.ts";

useBrowser();

test("an owner deletes the organization by its name, and lands at the other ones", async () => {
  const organization = await createOrganization("pro");
  await createCounter(organization);
  await createMember(organization, "member");
  await renameOrganization(
    stores,
    { organizationId: organization.id, name: hostileName },
    operator,
  );
  await using page = await pageOf("owner", "settings/organization", { organization });
  const other = await createOrganization("free");
  await renameOrganization(stores, { organizationId: other.id, name: "Harbour Fair" }, operator);
  const { personId, email } = page.member;
  const { token } = await createInvitation(other, { email: email ?? "", role: "admin" });
  await acceptInvitation(stores, { token, personId });
  await page.getByRole("button", { name: "Delete the organization…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this organization?" });
  await dialog.getByText("1 counter with its history").waitFor();
  await dialog.getByText("2 members").waitFor();
  const name = dialog.getByLabel("The organization’s name");
  const confirmed = dialog.getByRole("button", { name: "Delete organization" });
  await name.fill("Harbour Fair");
  expect(await confirmed.isDisabled()).toBe(true);
  await look(page, "delete-organization");
  await name.fill(hostileName);
  await confirmed.click();
  await page.getByRole("heading", { name: "The organization is deleted" }).waitFor();
  await page.getByText(`${shownName} and everything in it is gone.`).waitFor();
  await page.getByRole("link", { name: "Harbour Fair" }).waitFor();
  await look(page, "organization-deleted");
  await page.getByRole("link", { name: "Harbour Fair" }).click();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.goto(consolePath(organization, "counters"));
  await page.getByRole("heading", { name: "You are not in this organization" }).waitFor();
});

test("an owner finds a deletion that broke off, goes on with it, and is signed out after it", async () => {
  await using page = await pageOf("owner", "counters");
  const { id: organizationId } = page.organization;
  // A page of the organization that is open, or still loads, would go on with it by itself.
  await page.goto("about:blank");
  await beginDeletion(stores, { organizationId }, operator);
  await page.goto(outputs.ConsoleUrl);
  await page.getByText(/The deletion of .Test. is not finished\./).waitFor();
  // Whatever breaks off a step, the page says so and goes on when it is asked to.
  await page.route("**/api/deletion/*/steps", (route) => route.abort(), { times: 1 });
  await page.getByRole("link", { name: "Go on with it" }).click();
  await page.getByRole("heading", { name: "The organization is being deleted" }).waitFor();
  await page.getByRole("alert").getByText("The service did not respond").waitFor();
  await look(page, "organization-being-deleted");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("heading", { name: "The organization is deleted" }).waitFor();
  await page.getByText("You belonged to no other organization").waitFor();
});
