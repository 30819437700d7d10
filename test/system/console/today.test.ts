import { expect, test } from "vitest";
import { TodayView } from "../../../api/private/charts.ts";
import { dayOf } from "../../../core/calendar.ts";
import { createStaff } from "../people-service.ts";
import { askConsole, createCounter, tapOnce } from "../service.ts";
import { memberAt, phoneAt } from "./counter-users.ts";

const nothing = { in: 0, out: 0, adjusted: 0, level: 0, peak: null, peakAt: null };

async function todayOf(path: string, cookie: string) {
  const response = await askConsole(`${path}/today`, { cookie });
  const body = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(body));
  return TodayView.parse(body);
}

test("members and phones at a gate see what was counted today on their counter", async () => {
  const staff = await createStaff();
  const counter = await createCounter(staff.organization, { incrementStep: 3 });
  const { cookie } = await memberAt(counter);
  const path = `/api/charts/${counter.organizationId}/counters/${counter.id}`;
  const { date, startMs } = dayOf({ timeZone: "UTC" }, Date.now());
  const zone = { timeZone: "UTC", utcOffsetMinutes: 0 };
  const day = { date, startedAt: new Date(startMs).toISOString(), ...zone };
  expect(await todayOf(path, cookie)).toEqual({ ...day, ...nothing });
  await tapOnce(counter, "up");
  const highest = await tapOnce(counter, "up");
  if (highest.result !== "counted") throw new Error(highest.result);
  const peakAt = highest.event.createdAt;
  await tapOnce(counter, "down");
  const counted = { in: 6, out: 1, adjusted: 0, level: 5, peak: 6, peakAt };
  expect(await todayOf(path, cookie)).toEqual({ ...day, ...counted });
  const phone = await phoneAt(counter);
  expect(await todayOf(phone.path, phone.cookie)).toEqual({ ...day, ...counted });
  // A gate shows its own counters only.
  const other = await createCounter(staff.organization);
  const elsewhere = phone.path.replace(counter.id, other.id);
  expect((await askConsole(`${elsewhere}/today`, { cookie: phone.cookie })).status).toBe(404);
});
