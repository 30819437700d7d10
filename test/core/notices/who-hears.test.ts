import { expect, test } from "vitest";
import {
  type MailRule,
  mailRules,
  type NoticeKind,
  noticeKinds,
  type Preferences,
} from "../../../core/members/preferences.ts";
import { type Role, roles } from "../../../core/members/role.ts";
import {
  hears,
  kindsFor,
  mostHearers,
  type Telling,
  whoHears,
} from "../../../core/notices/who-hears.ts";
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

const mayHear = (role: Role, kind: NoticeKind, plan: Plan) =>
  kindsFor(role, plan).includes(kind) && !(kind === "role" && role === "member");

test.each(noticeKinds.flatMap((kind) => plans.map((plan) => [kind, plan] as const)))(
  "of %s, in the plan %s, those hear who may see it, by their role or their choice",
  (kind, plan) => {
    const chosen = (choice?: boolean) =>
      roles
        .filter((role) => {
          const preferences = choice === undefined ? undefined : { kinds: { [kind]: choice } };
          return hears({ kind }, { id: role, role, preferences }, { plan });
        })
        .join(" ");
    const [byRole = "", byChoice = ""] = expected[kind]?.[plan].split("|") ?? [];
    expect([chosen(), chosen(true), chosen(false)]).toEqual([byRole.trim(), byChoice.trim(), ""]);
    // What is offered is what a choice can bring; the choice of a member is about their own role.
    const offered = roles.filter((role) => mayHear(role, kind, plan));
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
    const offered = roles.filter((role) => mayHear(role, kind, plan));
    const heardBy = (choice?: boolean) =>
      roles.filter((role) => {
        const preferences = choice === undefined ? undefined : { kinds: { [kind]: choice } };
        return hears({ kind }, { id: role, role, preferences }, { plan, mails: { [kind]: rule } });
      });
    const [byRole, byChoice] = rules[rule];
    expect(heardBy()).toEqual(offered.filter((role) => byRole.includes(role)));
    expect(heardBy(true)).toEqual(byChoice === "offered" ? offered : []);
    expect(heardBy(false)).toEqual([]);
    // A rule of another kind, or one of a newer release, changes nothing.
    const [other = kind] = noticeKinds.filter((one) => one !== kind);
    for (const mails of [{ [other]: rule }, { [kind]: "guests" }]) {
      for (const role of roles) {
        const heard = (telling: Telling) => hears({ kind }, { id: role, role }, telling);
        expect(heard({ plan, mails })).toBe(heard({ plan }));
      }
    }
  },
);

test.each(roles)(
  "a person with the role %s hears of their own, until they or the owners switch it off",
  (role) => {
    const about = { kind: "role", memberId: "mem_1" } as const;
    const own = (preferences?: Preferences, mails = {}) =>
      hears(about, { id: "mem_1", role, preferences }, { plan: "free", mails });
    expect([own(), own({ kinds: { role: false } }), own(undefined, { role: "nobody" })]).toEqual([
      ...[true, false, false],
    ]);
    expect(kindsFor(role, "free")).toContain("role");
    expect(hears(about, { id: "mem_2", role }, { plan: "free" })).toBe(false);
  },
);

test("one event costs a bounded number of mails, to those who joined first", () => {
  const member = (role: Role, joinedAt: string) => ({ id: role, personId: role, role, joinedAt });
  const many = Array.from({ length: 1_000 }, (_, n) => member("admin", `2026-01-01 ${9_999 - n}`));
  const heard = whoHears({ kind: "alert" }, many, { plan: "enterprise" });
  expect([heard.length, heard[0]?.joinedAt]).toEqual([mostHearers, "2026-01-01 9000"]);
});
