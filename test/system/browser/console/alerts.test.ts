import { expect, test } from "vitest";
import { firingCreation } from "../../../../adapters/alerts/dynamodb-firings.ts";
import { transact } from "../../../../adapters/aws/dynamodb-transaction.ts";
import type { StoredAlert } from "../../../../core/alerts/alert.ts";
import { changeTimeZone } from "../../../../core/organizations/organization-changes.ts";
import { newAlert, putGroup } from "../../alert-service.ts";
import { operator } from "../../people-service.ts";
import { client, createCounter, createOrganization, outputs, stores } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { chooseFromMenu, hostileName, look, pageOf, shownName } from "./console-page.ts";

useBrowser();

/** Stores that an alert fired just now. */
async function fire({ id, name, organizationId, targetId }: StoredAlert): Promise<void> {
  const put = firingCreation(outputs.AlertFiringsTable, {
    ...{ organizationId, scope: "counter", kind: "absolute", alertId: id, alertName: name },
    ...{ counterId: targetId, counterName: hostileName, groupId: null, groupName: null },
    ...{ threshold: 500, capacity: null, percent: null, previousLevel: 499, level: 500 },
    ...{ lastEventId: 7, createdAt: new Date().toISOString() },
  });
  await transact(client, [put]);
}

test("an alert is created, changed, paused, resumed and deleted", async () => {
  const organization = await createOrganization("enterprise");
  const zone = { organizationId: organization.id, timeZone: "Asia/Kathmandu" };
  await changeTimeZone(stores, zone, operator);
  await createCounter(organization, { name: hostileName, goalTarget: 500 });
  await putGroup(organization.id, { name: "Hall 1" });
  await using page = await pageOf("owner", "alerts", { organization });
  const dialog = page.getByRole("dialog");
  const submit = dialog.getByRole("button", { name: "Create alert", exact: true });
  const hearers = Promise.withResolvers<void>();
  await page.route("**/alert-hearers", (route) => hearers.promise.then(() => route.continue()));
  await page.getByRole("button", { name: "Create alert" }).click();
  // Once the dialog stands still.
  await submit.click({ trial: true });
  const place = await submit.boundingBox();
  hearers.resolve();
  await dialog.getByText("By mail:").waitFor();
  expect(await submit.boundingBox()).toEqual(place);
  await submit.click();
  await page.getByText("Choose a counter or a group", { exact: true }).waitFor();
  await page.getByLabel("Name").fill("Nearly full");
  await page.getByRole("combobox", { name: "Counter" }).click();
  await page.getByRole("option", { name: hostileName }).click();
  await page.getByText("goal (now 500)").waitFor();
  await page.getByRole("radio", { name: "a percentage of the goal" }).check();
  await page.getByRole("textbox", { name: "Percent" }).fill("0");
  await submit.click();
  await page.getByText("must be at least 1").waitFor();
  await page.getByRole("textbox", { name: "Percent" }).fill("90");
  await look(page, "alert-form");
  await submit.click();
  await page.getByRole("row", { name: "Nearly full" }).getByText("Armed").waitFor();
  // Its owner hears of it by mail.
  expect(await page.getByText("Nobody is told when an alert fires").count()).toBe(0);
  const [alert] = await stores.alertRegistry.list(organization.id);
  if (alert === undefined) throw new Error("no alert is stored");
  await fire(alert);
  await page.getByRole("link", { name: "Nearly full" }).click();
  await page.getByRole("heading", { name: "Nearly full", level: 1 }).waitFor();
  await page.getByRole("cell", { name: "499 → 500" }).waitFor({ timeout: 20_000 });
  // All times of the page are in one zone, the organization's, as those of its chart.
  await page.getByText("Times are in the organization’s time zone, Asia/Kathmandu.").waitFor();
  await page.getByText("It fires at a count that brings it to 450 or more").waitFor();
  const firedAt = page.getByRole("table", { name: "Firings" }).locator("time");
  const shown = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: "Asia/Kathmandu", dateStyle: "full", timeStyle: "long" },
  });
  const at = Date.parse((await firedAt.getAttribute("datetime")) ?? "");
  expect(await firedAt.getAttribute("title")).toBe(shown.format(at));
  await look(page, "alert");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("radio", { name: "a number" }).check();
  await page.getByRole("textbox", { name: "Number" }).fill("400");
  await page.getByRole("dialog").getByText("More:").click();
  await page.getByRole("textbox", { name: "Arm again below" }).fill("401");
  await page.getByRole("button", { name: "Save" }).click();
  // What the service refuses is said in the form, and what was typed stays.
  await page.getByText("must be at most 400").waitFor();
  expect(await page.getByRole("textbox", { name: "Arm again below" }).inputValue()).toBe("401");
  await page.getByRole("textbox", { name: "Arm again below" }).fill("380");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("It fires at a count that brings it to 400 or more").waitFor();
  await chooseFromMenu(page, "Pause");
  await page.getByText("Paused: it evaluates nothing until it is resumed").waitFor();
  await chooseFromMenu(page, "Resume");
  await page.getByText("It fires at a count that brings it to 400 or more").waitFor();
  await chooseFromMenu(page, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "There are no alerts yet" }).waitFor();
  // What it fired stays.
  await page.getByRole("cell", { name: "Nearly full", exact: true }).waitFor();
  await look(page, "firings");
  expect(await stores.alertRegistry.list(organization.id)).toEqual([]);
});

test("a counter's page shows its own alerts, and creates one for it", async () => {
  const organization = await createOrganization("enterprise");
  const counter = await createCounter(organization, { name: hostileName, goalTarget: 500 });
  const other = await createCounter(organization, { name: "Elsewhere", goalTarget: 5 });
  await newAlert("counter", other);
  await using page = await pageOf("admin", `counters/${counter.id}`, { organization });
  const section = page.getByRole("region", { name: "Alerts", exact: true }).first();
  await section.getByText("No alert watches this counter.").waitFor();
  await section.getByRole("button", { name: "Create alert for this counter" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(`It watches the counter ${shownName}.`).waitFor();
  await dialog.getByLabel("Name").fill("Here");
  await dialog.getByRole("button", { name: "Create alert", exact: true }).click();
  await section.getByRole("link", { name: "Here" }).waitFor();
  expect(await section.getByRole("link", { name: "Full" }).count()).toBe(0);
});
