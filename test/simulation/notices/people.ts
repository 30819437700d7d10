import { addDays, type LocalDate } from "../../../core/calendar.ts";
import type { Member } from "../../../core/members/member.ts";
import type { Role } from "../../../core/members/role.ts";
import type { OutboxKey } from "../../../core/notices/outbox.ts";

export const organizationId = "org_1";

/** Those who hear of alerts. */
export const people = ["per_owner", "per_admin"];

/** Of the admin, in whose night clocks are set back: from 22:00 to 7:00 in Berlin. */
export const quietMs = {
  personId: "per_admin",
  fromMs: Date.UTC(2026, 9, 24, 20),
  toMs: Date.UTC(2026, 9, 25, 6),
};

const quietHours = { from: "22:00", to: "07:00" };

/** Hears only of the weekly report, and not as early as it is due. */
export const lateReader = { personId: "per_late", quietHours: { from: "21:00", to: "08:30" } };

/** All have chosen the report. */
export const members = [
  memberOf("per_owner", "owner", {}),
  memberOf("per_admin", "admin", { quietHours }),
  memberOf("per_late", "member", lateReader),
];

function memberOf(
  personId: string,
  role: Role,
  { quietHours }: { quietHours?: { from: string; to: string } },
): Member {
  return {
    ...{ id: `mem_${personId}`, organizationId, personId, role, name: null },
    ...{ email: `${personId}@example.com`, joinedAt: "2026-01-01T00:00:00.000Z" },
    preferences: { kinds: { report: true }, ...(quietHours && { quietHours }) },
  };
}

export function recipientOf({ recipientId }: OutboxKey, timeZone: string) {
  const member = members.find(({ personId }) => personId === recipientId);
  const organization = { name: "Arena", plan: "enterprise", language: "en" } as const;
  return (
    member && {
      ...{ member, organization: { ...organization, timeZone } },
      person: { email: member.email, emailVerified: true },
    }
  );
}

/** Of an organization without counters. */
export function emptyReport(week: LocalDate) {
  const dates = (from: LocalDate) => ({ from, to: addDays(from, 6) });
  const before = dates(addDays(week, -7));
  return { dates: dates(week), before, of: "counters" as const, chosenIds: [], rows: [], left: 0 };
}
