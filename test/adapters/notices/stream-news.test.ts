import { type AttributeValue, paginateQuery } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { newsIn } from "../../../adapters/notices/stream-news.ts";
import { asMember } from "../../../core/members/changed-by.ts";
import { setRole } from "../../../core/members/member-changes.ts";
import { isNews } from "../../../core/notices/news.ts";
import { createMember } from "../../system/people-service.ts";
import { client, createOrganization, stores, tables } from "../../system/service.ts";

test("the audit entry of a new role is news of whose it is, who gave it, what it was and is", async () => {
  const organization = await createOrganization("free");
  const { id: organizationId } = organization;
  const { member: owner } = await createMember(organization, "owner");
  const { member } = await createMember(organization, "member");
  const change = { organizationId, memberId: member.id, role: "admin" } as const;
  expect(await setRole(stores, change, asMember(owner))).toMatchObject({ result: "changed" });
  const items = await entriesOf(organizationId);
  const [written, ...more] = items.filter(({ action }) => action?.S === "member.set-role");
  expect(more).toEqual([]);
  const news = newsIn(written);
  expect(news).toMatchObject({
    ...{ organizationId, kind: "role", memberId: member.id, from: "member", to: "admin" },
    ...{ memberName: member.name ?? member.email, by: owner.name ?? owner.email },
  });
  // A record that comes again is the same news.
  expect(newsIn(written).id).toBe(news.id);
});

test("an accepted invitation is news where it raises a role, and none where it leaves it", async () => {
  const organization = await createOrganization("free");
  const { id: organizationId } = organization;
  const joined = await createMember(organization, "member");
  for (const role of ["admin", "member"] as const) await createMember(organization, role, joined);
  const accepted = (await entriesOf(organizationId)).filter(
    ({ before, ...entry }) =>
      entry.action?.S === "invitation.accept" && before?.M?.role?.S !== undefined,
  );
  const news = accepted.map(newsIn);
  expect(news).toMatchObject([
    { kind: "role", memberId: joined.member.id, from: "member", to: "admin" },
    { from: "admin", to: "admin" },
  ]);
  expect(news.map((one) => isNews(one, Date.now()))).toEqual([true, false]);
});

async function entriesOf(organizationId: string) {
  const pages = paginateQuery(
    { client },
    {
      TableName: tables.auditEntries,
      KeyConditionExpression: "organizationId = :organizationId",
      ExpressionAttributeValues: marshall({ ":organizationId": organizationId }),
      ConsistentRead: true,
    },
  );
  const items: Record<string, AttributeValue>[] = [];
  for await (const { Items = [] } of pages) items.push(...Items);
  return items;
}
