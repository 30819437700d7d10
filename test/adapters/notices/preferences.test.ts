import { expect, test } from "vitest";
import { dynamodbPreferences } from "../../../adapters/notices/dynamodb-preferences.ts";
import { dynamodbRecipients } from "../../../adapters/notices/dynamodb-recipients.ts";
import { dynamodbReportSchedules } from "../../../adapters/notices/dynamodb-report-schedules.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import { removeMember, setRole } from "../../../core/members/member-changes.ts";
import { noticeKinds } from "../../../core/members/preferences.ts";
import { choose } from "../../../core/notices/choose.ts";
import { createMember, operator } from "../../system/people-service.ts";
import { client, createOrganization, outputs, stores, tables } from "../../system/service.ts";

const preferences = dynamodbPreferences(client, tables, systemClock);
const recipient = dynamodbRecipients(client, tables);
const reportSchedules = dynamodbReportSchedules(client, {
  notices: outputs.NoticesTable ?? "",
});
const choosing = { preferences, reportSchedules, clock: systemClock };

async function newMember() {
  const { id: organizationId } = await createOrganization("enterprise");
  const { person, member } = await createMember({ id: organizationId }, "member");
  const key = { organizationId, recipientId: person.id };
  return { key, place: { organizationId, memberId: member.id } };
}

test("what a member chooses at the same time is all kept, also while their role changes", async () => {
  const { key, place } = await newMember();
  await Promise.all([
    ...noticeKinds.map((kind) => choose(choosing, key, { kinds: { [kind]: true } })),
    setRole(stores, { ...place, role: "admin" }, operator),
  ]);
  const { member } = (await recipient(key)) ?? {};
  expect(member?.role).toBe("admin");
  const all = Object.fromEntries(noticeKinds.map((kind) => [kind, true]));
  expect(member?.preferences).toEqual({ kinds: all });
  // Who wants the report gets it.
  expect(await reportSchedules.get(key.organizationId)).toBeDefined();
});

test("who has left can choose nothing, and nothing of them comes back", async () => {
  const { key, place } = await newMember();
  await removeMember(stores, place, operator);
  expect(await choose(choosing, key, { language: "de" })).toBeUndefined();
  expect(await recipient(key)).toBeUndefined();
});
