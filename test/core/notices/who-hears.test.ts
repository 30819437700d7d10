import { expect, test } from "vitest";
import { type MailRule, mailRules, noticeKinds } from "../../../core/members/preferences.ts";
import { type Role, roles } from "../../../core/members/role.ts";
import { hears, kindsFor, mostHearers, whoHears } from "../../../core/notices/who-hears.ts";
import { type Plan, plans } from "../../../core/organizations/plan.ts";

/** Who hears of each kind in each plan: by role, by having chosen it, and though they switched it off. */
const expected: Record<string, Record<Plan, string>> = {
  alert: { free: "", pro: "", enterprise: "owner admin | owner admin member" },
  endpoint: { free: "", pro: "owner admin | owner admin", enterprise: "owner admin | owner admin" },
  deliveries: { free: "", pro: "| owner admin", enterprise: "| owner admin" },
  role: { free: "| owner admin", pro: "| owner admin", enterprise: "| owner admin" },
  report: {
    ...{ free: "| owner admin member", pro: "| owner admin member" },
    enterprise: "| owner admin member",
  },
};

test.each(noticeKinds.flatMap((kind) => plans.map((plan) => [kind, plan] as const)))(
  "of %s, in the plan %s, those hear who may see it, by their role or their choice",
  (kind, plan) => {
    const chosen = (choice?: boolean) =>
      roles
        .filter((role) => {
          const preferences = choice === undefined ? undefined : { kinds: { [kind]: choice } };
          return hears(kind, { role, preferences }, { plan });
        })
        .join(" ");
    const [byRole = "", byChoice = ""] = expected[kind]?.[plan].split("|") ?? [];
    expect([chosen(), chosen(true), chosen(false)]).toEqual([byRole.trim(), byChoice.trim(), ""]);
    // What is offered is what a choice can bring.
    const offered = roles.filter((role) => kindsFor(role, plan).includes(kind));
    expect(offered.join(" ")).toBe(byChoice.trim());
  },
);

const rules: Record<MailRule, [byRole: string, byChoice: string]> = {
  ...{ admins: ["owner admin", "offered"], chosen: ["", "offered"], nobody: ["", ""] },
};
test.each(
  noticeKinds.flatMap((kind) =>
    plans.flatMap((plan) => mailRules.map((rule) => [kind, plan, rule] as const)),
  ),
)(
  "of %s, in the plan %s, where owners have set %s, that holds until a person chooses",
  (kind, plan, rule) => {
    const offered = roles.filter((role) => kindsFor(role, plan).includes(kind));
    const heardBy = (choice?: boolean) =>
      roles.filter((role) => {
        const preferences = choice === undefined ? undefined : { kinds: { [kind]: choice } };
        return hears(kind, { role, preferences }, { plan, mails: { [kind]: rule } });
      });
    const [byRole, byChoice] = rules[rule];
    expect(heardBy()).toEqual(offered.filter((role) => byRole.includes(role)));
    expect(heardBy(true)).toEqual(byChoice === "offered" ? offered : []);
    expect(heardBy(false)).toEqual([]);
    // A rule of another kind, or one of a newer release, changes nothing.
    const [other = kind] = noticeKinds.filter((one) => one !== kind);
    for (const mails of [{ [other]: rule }, { [kind]: "guests" }]) {
      for (const role of roles) {
        expect(hears(kind, { role }, { plan, mails })).toBe(hears(kind, { role }, { plan }));
      }
    }
  },
);

test("one event costs a bounded number of mails, to those who joined first", () => {
  const member = (role: Role, joinedAt: string) => ({ personId: role, role, joinedAt });
  const many = Array.from({ length: 1_000 }, (_, n) => member("admin", `2026-01-01 ${9_999 - n}`));
  const heard = whoHears("alert", many, { plan: "enterprise" });
  expect([heard.length, heard[0]?.joinedAt]).toEqual([mostHearers, "2026-01-01 9000"]);
});
