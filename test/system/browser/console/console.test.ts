import { expect, test } from "vitest";
import { removeMember } from "../../../../core/members/member-changes.ts";
import { history, newCounter } from "../../console/counter-users.ts";
import { createGate } from "../../gate-service.ts";
import { createInvitation, operator } from "../../people-service.ts";
import { createCounter, createOrganization, outputs, stores } from "../../service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp } from "../count/counting.ts";
import { signInAs } from "../joining.ts";

useBrowser();

async function linkOfGate(counter: Parameters<typeof createGate>[0][number]) {
  const { gate, token } = await createGate([counter]);
  return { gate, url: `${outputs.ConsoleUrl}/gate#${token}` };
}

test("a person with a gate link counts without an account, and the link leaves the address bar", async () => {
  const counter = await newCounter({ name: "North entrance" });
  const { gate, url } = await linkOfGate(counter);
  await using page = await newPhone();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url(), request.headers().referer ?? ""));
  await page.goto(url);
  await page.waitForURL(`${outputs.ConsoleUrl}/count/${counter.id}?gate=${gate.id}`);
  await shows(page, 0);
  await tapUp(page, 3);
  await page.locator(".tap.down").tap();
  await shows(page, 2);
  await says(page, "All taps sent");
  const events = await history(counter);
  expect(events.map(({ delta }) => delta)).toEqual([1, 1, 1, -1]);
  expect(events.map(({ metadata }) => metadata?.gate)).toEqual(Array(4).fill(gate.id));
  const secret = new URL(url).hash.split(".").at(-1) ?? "";
  expect(sent.filter((each) => each.includes(secret))).toEqual([]);
  await page.goBack();
  expect(page.url()).not.toContain(secret);
});

test("an invited person signs in, accepts, counts, and can no longer count once removed", async () => {
  const organization = await createOrganization("free");
  const counter = await createCounter(organization, { name: "Main entrance" });
  const email = `anna.${organization.id.slice(4).toLowerCase()}@example.com`;
  const { token } = await createInvitation(organization, { email, role: "member" });
  await using page = await newPhone();
  await page.goto(`${outputs.ConsoleUrl}/join#${token}`);
  await page.getByText("You are invited as a member.").waitFor();
  expect(page.url()).toBe(`${outputs.ConsoleUrl}/join`);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Sign in to accept" }).click();
  await signInAs(page, email);
  await page.getByRole("button", { name: "Accept" }).click();
  await page.waitForURL(`${outputs.ConsoleUrl}/?org=${organization.id}`);
  await page.getByRole("heading", { name: organization.name }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole("link", { name: /Main entrance/ }).click();
  await shows(page, 0);
  await tapUp(page, 2);
  await shows(page, 2);
  await says(page, "All taps sent");
  const [event] = await history(counter);
  const memberId = String(event?.metadata?.member);
  await removeMember(stores, { organizationId: organization.id, memberId }, operator);
  await page.locator(".closed", { hasText: "no longer count" }).waitFor({ timeout: 15_000 });
  expect(await page.locator(".tap.up").isDisabled()).toBe(true);
});
