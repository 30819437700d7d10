import { expect, test } from "vitest";
import type { Role } from "../../../core/members/role.ts";
import { mostHearers, whoHears } from "../../../core/notices/who-hears.ts";
import { plans } from "../../../core/organizations/plan.ts";

const member = (role: Role, joinedAt = "2026-01-01T00:00:00.000Z") => ({
  ...{ personId: role, role, joinedAt },
});
const everybody = [member("owner"), member("admin"), member("member")];

test.each(plans)("owners and admins hear of alerts where the plan %s has them", (plan) => {
  const heard = whoHears("alert", everybody, { plan }).map(({ role }) => role);
  expect(heard).toEqual(plan === "enterprise" ? ["owner", "admin"] : []);
});

test("what a person has chosen comes before the default", () => {
  const preferences = { owner: { alert: false }, member: { alert: true } };
  const heard = whoHears("alert", everybody, { plan: "enterprise", preferences });
  expect(heard.map(({ role }) => role)).toEqual(["admin", "member"]);
});

test("one event costs a bounded number of mails, to those who joined first", () => {
  const many = Array.from({ length: 1_000 }, (_, n) => member("admin", `2026-01-01 ${9_999 - n}`));
  const heard = whoHears("alert", many, { plan: "enterprise" });
  expect([heard.length, heard[0]?.joinedAt]).toEqual([mostHearers, "2026-01-01 9000"]);
});
