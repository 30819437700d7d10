import { dayOf } from "../calendar.ts";
import type { StoredCounter } from "../counters/counter.ts";
import { needsReset } from "../counters/days/daily-reset.ts";
import type { OrganizationRecord } from "../organizations/organization.ts";
import { counted, critical, type Finding, named } from "./finding.ts";

/** 10,000 counters take some minutes; what takes longer does not go on by itself. */
const patienceMs = 15 * 60_000;

/** Says which counters still wait for the start of a day that began long ago, or wait for none. */
export function judgeDays(
  { organization, nextDayStart }: OrganizationRecord,
  counters: StoredCounter[],
  nowMs: number,
): Finding[] {
  const daily = counters.filter(
    ({ resetDaily, archivedAt }) => resetDaily && archivedAt === undefined,
  );
  const [first] = daily;
  if (first === undefined) return [];
  if (nextDayStart === undefined) {
    const have = daily.length === 1 ? "has" : "have";
    return [
      critical(
        `${counted(daily.length, "counter")} of ${organization.id} ${have} a daily reset, but no day start is planned: ${idsOf(daily)}`,
        "save the setting of one of them again",
        {
          verb: "counter update",
          args: ["--org", organization.id, first.id, "--reset-daily", "true"],
        },
      ),
    ];
  }
  if (nowMs - Date.parse(nextDayStart) < patienceMs) return [];
  const day = dayOf(organization, nowMs);
  const overdue = daily.filter((counter) => needsReset(counter, day));
  const waiting =
    overdue.length === 0
      ? ""
      : `; not reset yet (${counted(overdue.length, "counter")}): ${idsOf(overdue)}`;
  return [
    critical(
      `a day of ${organization.id} has been due since ${nextDayStart}${waiting}`,
      'see docs/operators/runbook.md, "Days do not start"',
    ),
  ];
}

function idsOf(counters: StoredCounter[]): string {
  return named(counters.map(({ id }) => id));
}
