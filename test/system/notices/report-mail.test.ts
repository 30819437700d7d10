// @module-tag all
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { dynamodbOutboxes } from "../../../adapters/notices/dynamodb-outboxes.ts";
import { dynamodbReportSchedules } from "../../../adapters/notices/dynamodb-report-schedules.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import { createAlert } from "../../../core/alerts/manage-alerts.ts";
import { reportNews } from "../../../core/notices/news.ts";
import { withNews } from "../../../core/notices/outbox.ts";
import { alertSetup } from "../alert-service.ts";
import { count } from "../alerts/alert-customer.ts";
import { createMember, operator } from "../people-service.ts";
import { replyOf } from "../private-api.ts";
import { client, createCounter, createOrganization, outputs, stores, tables } from "../service.ts";
import { mailsTo, messageOf } from "./mailbox.ts";

const named = { ...tables, notices: outputs.NoticesTable ?? "" };

/** Monday of the week that a report of today would be about, in UTC. */
function lastMonday(): string {
  const now = new Date();
  now.setUTCDate(now.getUTCDate() - ((now.getUTCDay() + 6) % 7));
  return now.toISOString().slice(0, 10);
}

test("who chooses the weekly report has it scheduled, and gets this week's numbers as a mail program reads them", async () => {
  const organization = await createOrganization("enterprise");
  const { person, cookie } = await createMember(organization, "owner");
  const place = { organizationId: organization.id };
  const sent = { kinds: { report: true }, language: "de" as const };
  const notifications = "PATCH /api/organization/{organizationId}/notifications";
  await replyOf(notifications, place, { cookie, sent });
  expect(await dynamodbReportSchedules(client, named).get(organization.id)).toBeDefined();
  const counter = await createCounter(organization, { name: "Halle <b>Nord</b>" });
  const at = new Date().toISOString();
  const news = reportNews({ ...place, week: lastMonday(), at });
  const key = { ...place, recipientId: person.id };
  // It is due later than the alert, of which its reader hears in the same mail.
  const laterMs = Date.now() + 60_000;
  await dynamodbOutboxes(client, named, systemClock).change(key, (before) =>
    withNews(before, [news], laterMs),
  );
  await createAlert(stores, alertSetup("counter", counter, { kind: "absolute", at: 2 }), operator);
  for (const direction of ["up", "up"] as const) await count(counter, direction);
  const [mail] = await mailsTo(person.email ?? "", 1, 110_000);
  const { text = "", html = "", subject } = await PostalMime.parse(await messageOf(mail?.id ?? ""));
  expect(subject).toMatch(/ und 1 weitere$/);
  expect(text).toContain("Halle <b>Nord</b>");
  expect(text).toMatch(/Eingänge: 2\b/);
  expect(html).toContain("Nord");
  expect(html).not.toContain("<b>Nord");
}, 150_000);
