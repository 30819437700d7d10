import { expect, test } from "vitest";
import { putGroup } from "../../alert-service.ts";
import { createOrganization } from "../../service.ts";
import { seen, useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { pageOf } from "./console-page.ts";

useBrowser();

test("a group with a capacity that stands below 0 shows 0, and only who can correct it is told", async () => {
  const organization = await createOrganization("pro");
  const group = await putGroup(organization.id, { name: "Hall 1", capacity: 500, total: -3n });
  const told = "The counters of the group add up to −3";
  await using owner = await pageOf("owner", `groups/${group.id}`, { organization });
  await owner.getByText(told).waitFor();
  await seen(owner, "[aria-label=Total]", /^0$/);
  await owner.goto(consolePath(organization, "groups"));
  await owner.getByText("0 of 500").waitFor();
  await using member = await pageOf("member", `groups/${group.id}`, { organization });
  await seen(member, "[aria-label=Total]", /^0$/);
  expect(await member.getByText(told).count()).toBe(0);
});
