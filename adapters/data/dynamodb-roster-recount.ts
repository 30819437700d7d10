import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { type NumberStore, wrongInRoster } from "../../core/data/recount.ts";
import type { Tables } from "../../core/tables.ts";
import { parseItem, revisionCondition } from "../aws/dynamodb-items.ts";
import { organizationItems } from "../aws/organization-items.ts";
import { type MemberAuditTables, transactAudited } from "../members/member-audit-items.ts";
import { isRoster, memberOf, noRoster, RosterItem, rosterKey } from "../members/people-items.ts";
import { organizationCheck } from "../organization-check.ts";
import { dynamodbOrganizationName } from "../organizations/dynamodb-organizations.ts";
import { numberUpdate } from "./number-update.ts";

/** The numbers of members and owners, which the roster's revision covers. */
export function dynamodbRosterNumbers(
  client: DynamoDBClient,
  tables: MemberAuditTables & Tables<"organizations">,
): NumberStore {
  const { organizations, members } = tables;
  const organizationName = dynamodbOrganizationName(client, { organizations });
  const keyOf = (organizationId: string) => marshall({ organizationId, memberKey: rosterKey });
  return {
    maximumCorrections: 2,

    async read(organizationId) {
      if ((await organizationName(organizationId)) === undefined) return undefined;
      // Before the members: its revision then covers them.
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: members,
          Key: keyOf(organizationId),
          ConsistentRead: true,
        }),
      );
      const roster = Item === undefined ? noRoster : parseItem(RosterItem, Item);
      const items = await organizationItems(client, { tableName: members, organizationId });
      const stored = items.filter((item) => !isRoster(item)).map(memberOf);
      const wrong = wrongInRoster(organizationId, roster, stored);
      return { revision: roster.revision, wrong };
    },

    async write({ organizationId, revision, corrections, audit }) {
      const { set, conditions, values } = numberUpdate(corrections);
      const unchanged = revisionCondition(revision);
      const kept = (["memberCount", "ownerCount"] as const)
        .filter((name) => corrections.every(({ number }) => number !== name))
        // A roster that is made here has both.
        .map((name) => `${name} = if_not_exists(${name}, :zero)`);
      const items = [
        organizationCheck(organizations, organizationId),
        {
          Update: {
            TableName: members,
            Key: keyOf(organizationId),
            UpdateExpression: `SET ${["revision = :next", ...set, ...kept].join(", ")}`,
            ConditionExpression: [unchanged.condition, ...conditions].join(" AND "),
            ExpressionAttributeValues: marshall({
              ...values,
              ...unchanged.values,
              ":next": revision + 1,
              ...(kept.length > 0 && { ":zero": 0 }),
            }),
          },
        },
      ];
      const audited = { tables, audit, action: "change_organization" } as const;
      const { result } = await transactAudited(client, items, audited);
      return result === "written" ? "written" : "conflict";
    },
  };
}
