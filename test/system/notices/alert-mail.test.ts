// @module-tag all
import { expect, test } from "vitest";
import { createAlert } from "../../../core/alerts/manage-alerts.ts";
import { isolated } from "../../../core/messages.ts";
import { alertSetup } from "../alert-service.ts";
import { count } from "../alerts/alert-customer.ts";
import { createMember, operator } from "../people-service.ts";
import { replyOf } from "../private-api.ts";
import { createCounter, createOrganization, outputs, signIn, stores } from "../service.ts";
import { mailsWith } from "./mailbox.ts";

test("from a tap to the mails of owners and admins whose addresses are vouched for, and by one click to none", async () => {
  const organization = await createOrganization("enterprise");
  const owner = await createMember(organization, "owner");
  const admin = await createMember(organization, "admin");
  const unsure = await createMember(organization, "owner");
  await createMember(organization, "member");
  const { subject, issuer, email } = unsure.person;
  await signIn({ subject, issuer, email, emailVerified: false });
  const counter = await createCounter(organization, { name: "</b>\u202eHall\u2028North" });
  const setup = { ...alertSetup("counter", counter, { kind: "absolute", at: 2 }), name: "Full" };
  const created = await createAlert(stores, setup, operator);
  if (created.result !== "created") throw new Error(created.refusal.reason);
  for (const direction of ["up", "up", "down", "up"] as const) await count(counter, direction);

  const heard = [owner, admin].map(({ person }) => person.email ?? "").toSorted();
  const everybody = [...heard, email ?? ""];
  const link = `${outputs.ConsoleUrl}/organizations/${organization.id}/alerts/${created.status.alert.id}`;
  const mails = await mailsWith(link, heard.length, 110_000);
  expect(mails.map(({ to }) => to.join()).toSorted()).toEqual(heard);
  expect(everybody).toHaveLength(3);
  for (const { from, subject: title, text } of mails) {
    expect(from).toBe("counts@counts.example");
    expect(title).toBe("\u2068Full\u2069: \u2068</b>Hall North\u2069");
    // Both firings are one mail.
    expect(text).toContain("It fired 2 times.");
  }

  const asOwner = { cookie: owner.cookie };
  const notifications = "/api/organization/{organizationId}/notifications";
  const place = { organizationId: organization.id };
  const heardBy = async () => {
    const list = await replyOf(`GET ${notifications}/alert-hearers`, place, asOwner);
    return list.hearers.map(({ memberId }) => memberId);
  };
  expect(await heardBy()).toEqual([owner, admin].map(({ member }) => member.id));
  const { headers }: { headers: Record<string, string> } = mails.find(({ to }) =>
    to.includes(admin.person.email ?? ""),
  ) ?? { headers: {} };
  const url = headers["List-Unsubscribe"]?.slice(1, -1) ?? "";
  // A GET, as of a program that looks into mails, changes nothing.
  const asked = await fetch(url);
  const about = `${isolated(organization.name)}: alerts.`;
  const question = await asked.text();
  expect([asked.status, question]).toEqual([200, expect.stringContaining("Stop them")]);
  expect(question).toContain(about);
  expect(await heardBy()).toHaveLength(2);
  // As RFC 8058 has it: without a cookie, and no redirect.
  const oneClick = async (to: string) => {
    const body = new URLSearchParams([
      String(headers["List-Unsubscribe-Post"]).split("=") as [string, string],
    ]);
    const response = await fetch(to, { method: "POST", body, redirect: "error" });
    return [response.status, await response.text()];
  };
  const page = await oneClick(url);
  expect(page).toEqual([200, expect.stringContaining(`${about} If one still comes`)]);
  expect(await oneClick(url)).toEqual(page);
  const incomplete = [400, expect.stringContaining("This link is incomplete")];
  expect([await oneClick(url.slice(0, -1)), await oneClick(url.replace(/\?.*/, ""))]).toEqual([
    ...[incomplete, incomplete],
  ]);
  expect(await heardBy()).toEqual([owner.member.id]);
  // Another role leaves what a person has chosen.
  const admins = { ...place, memberId: admin.member.id };
  const members = "PATCH /api/organization/{organizationId}/members/{memberId}";
  await replyOf(members, admins, { ...asOwner, sent: { role: "owner" } });
  const { kinds } = await replyOf(`GET ${notifications}`, place, { cookie: admin.cookie });
  expect(kinds).toContainEqual({ kind: "alert", hears: false, isOff: false });
}, 120_000);
