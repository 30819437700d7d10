// @module-tag all
import { QueryCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { dynamodbEvaluation } from "../../../../adapters/alerts/dynamodb-evaluation.ts";
import { watchedCountOf } from "../../../../adapters/counters/count-images.ts";
import { counterKeyText } from "../../../../adapters/counters/dynamodb-count-events.ts";
import { randomBase62 } from "../../../../adapters/random.ts";
import { evaluateCounts } from "../../../../core/alerts/evaluate-counts.ts";
import { newCounter } from "../../../../core/counters/counter.ts";
import { newCounterId } from "../../../../core/counters/counter-names.ts";
import { beginDeletion, continueDeletion } from "../../../../core/data/deletion.ts";
import { createEmbed } from "../../../../core/embeds/embeds.ts";
import { createGate, revokeGate } from "../../../../core/gates/gates.ts";
import { createApiKey } from "../../../../core/keys/api-keys.ts";
import { acceptInvitation } from "../../../../core/members/accept-invitation.ts";
import { invite } from "../../../../core/members/invitations.ts";
import {
  type FullOrganization,
  fullOrganization,
  tracesOf,
} from "../../../system/full-organization.ts";
import { operator } from "../../../system/people-service.ts";
import { client, outputs, signIn, stores, tables, tapOnce } from "../../../system/service.ts";

const store = dynamodbEvaluation(client, tables);

/** What has looked before the deletion began, and writes after it. */
async function lateWrites(full: FullOrganization, watched: ReturnType<typeof watchedCountOf>[]) {
  const { organization, counter, gate, invitation } = full;
  const { id: organizationId } = organization;
  const seen = {
    organizationName: async () => organization.name,
    storedCounters: { ...stores.storedCounters, get: async () => counter },
    organizations: {
      get: async () => ({
        ...{ organization, apiKeys: {}, endpointIds: new Set<string>() },
        ...{ counterCount: 1, groupCount: 1, alertCount: 1, alertEpoch: 0, revision: 9 },
      }),
    },
  };
  const gateSetup = { organizationId, name: "Late", counterIds: [counter.id], endsAt: null };
  const invited = { organizationId, email: "late@people.example", role: "member" } as const;
  const stranger = await signIn({ email: full.invitedEmail });
  const late = newCounter(
    { name: "Late" },
    { organizationId, counterId: newCounterId(randomBase62) },
    Date.now(),
  );
  return {
    gate: (await createGate({ ...stores, ...seen }, gateSetup, operator)).result,
    revocation: (
      await revokeGate({ ...stores, ...seen }, { organizationId, gateId: gate.gate.id }, operator)
    ).result,
    invitation: (await invite({ ...stores, ...seen }, invited, operator)).result,
    acceptance: (
      await acceptInvitation(stores, { token: invitation.token, personId: stranger.person.id })
    ).result,
    embed: (
      await createEmbed({ ...stores, ...seen }, { organizationId, counterId: counter.id }, operator)
    ).result,
    key: (await createApiKey(stores, { organizationId, name: "Late" }, operator)).result,
    counter: (await stores.counterCreator.create([late])).result,
    counts: (await evaluateCounts({ store, clock: stores.clock }, watched)).length,
  };
}

const refused = {
  gate: "no_such_organization",
  invitation: "no_such_organization",
  embed: "no_such_organization",
  key: "no_such_organization",
  counter: "no_such_organization",
  // Evaluated, with nothing to write.
  counts: 0,
};

test("what began before a deletion writes nothing after it", async () => {
  const full = await fullOrganization();
  const { counter } = full;
  const { id: organizationId } = full.organization;
  const counterKey = counterKeyText({ organizationId, counterId: counter.id });
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: outputs.CountEventsTable,
      KeyConditionExpression: "counterKey = :counterKey",
      ExpressionAttributeValues: { ":counterKey": { S: counterKey } },
      Limit: 100,
    }),
  );
  const watched = Items.map(watchedCountOf);
  expect(watched.length).toBe(2);
  await beginDeletion(stores, { organizationId }, operator);
  // Everything but the keys and the endpoints is there still.
  expect(await lateWrites(full, watched)).toEqual({
    ...refused,
    revocation: "no_such_organization",
    acceptance: "unknown",
  });
  await continueDeletion(stores, organizationId, { isStopped: () => false });
  const left = await tracesOf(full.ids);
  expect(await lateWrites(full, watched)).toEqual({
    ...refused,
    revocation: "no_such_gate",
    acceptance: "unknown",
  });
  expect((await tapOnce(counter)).result).toBe("no_such_counter");
  expect(await tracesOf(full.ids)).toEqual(left);
});
