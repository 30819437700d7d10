import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { firstUseOf } from "../../../adapters/members/used-ids.ts";
import { randomBase62, randomSecret } from "../../../adapters/random.ts";
import { newEmbedSessionId } from "../../../core/embeds/embed-session.ts";
import { createEmbed } from "../../../core/embeds/embeds.ts";
import { createApiKey } from "../../../core/keys/api-keys.ts";
import { longestSessionSeconds } from "../../../core/limits.ts";
import { asMember, type ChangedBy } from "../../../core/members/changed-by.ts";
import { invite } from "../../../core/members/invitations.ts";
import { createEndpointOnce } from "../../../core/webhooks/manage-endpoints.ts";
import { createMember, operator } from "../../system/people-service.ts";
import {
  client,
  createCounter,
  createOrganization,
  outputs,
  type stores,
  storesThrough,
} from "../../system/service.ts";
import { overtakenClient } from "../overtaken-client.ts";

/** Of each kind the request of one form, which can be sent again, and the id that it uses. */
async function formsOf() {
  const organization = await createOrganization("pro");
  const { id: organizationId } = organization;
  const { id: counterId } = await createCounter(organization);
  const { member } = await createMember(organization, "owner");
  const by: ChangedBy = asMember(member);
  const [id, secret] = [randomBase62(20), randomSecret()];
  const sessionId = newEmbedSessionId(randomBase62);
  const key = { id: `key_${id}`, keyText: `sk_live_${randomBase62(40)}` };
  const end = { id: `end_${id}`, secret: `whsec_${secret}` };
  const inv = { id: `inv_${id}`, secret };
  const url = "https://localhost:8443/seven";
  const email = "seven@people.example";
  const events = ["counter.increment" as const];
  const role = "member" as const;
  return {
    "API key": {
      usedId: key.id,
      send: (ports: typeof stores, from = by) =>
        createApiKey(ports, { organizationId, name: "Seven", preset: key }, from),
    },
    invitation: {
      usedId: inv.id,
      send: (ports: typeof stores, from = by) =>
        invite(ports, { organizationId, email, role, preset: inv }, from),
    },
    embed: {
      usedId: sessionId,
      send: (ports: typeof stores, from = by) =>
        createEmbed(ports, { organizationId, counterId, sessionId }, from),
    },
    endpoint: {
      usedId: end.id,
      send: (ports: typeof stores, from = by) =>
        createEndpointOnce(ports, { organizationId, url, events, preset: end }, from),
    },
  };
}

const kinds = ["API key", "invitation", "embed", "endpoint"] as const;

async function useOf(id: string) {
  const { Key } = firstUseOf("-", id, 0).Update ?? {};
  const asked = { TableName: outputs.RateLimitsTable, Key, ConsistentRead: true };
  const { Item } = await client.send(new GetItemCommand(asked));
  return Item && unmarshall(Item);
}

// Otherwise the slower one would say that what the faster one created no longer exists.
test.each(kinds)("a request that its repetition overtakes finds the same %s", async (kind) => {
  const { send } = (await formsOf())[kind];
  const first = storesThrough(client);
  const overtaken = storesThrough(overtakenClient(() => send(first)));
  expect(await send(overtaken)).toMatchObject({ result: "created", isNew: false });
});

test.each(kinds)("the id of an %s stays used for a day longer than a session", async (kind) => {
  const { send, usedId } = (await formsOf())[kind];
  const before = Date.now() / 1_000;
  expect(await send(storesThrough(client))).toMatchObject({ result: "created", isNew: true });
  const use = await useOf(usedId);
  expect(Object.keys(use ?? {}).toSorted()).toEqual(["expiresAt", "limitKey"]);
  expect(use?.expiresAt).toBeGreaterThanOrEqual(before + longestSessionSeconds + 86_400);
  expect(use?.expiresAt).toBeLessThan(before + longestSessionSeconds + 2 * 86_400);
  expect(use?.limitKey).not.toContain(usedId.slice(4));
});

// The canary creates its key and its endpoint again when they are missing.
test.each(kinds)("an operator uses no id for an %s", async (kind) => {
  const { send, usedId } = (await formsOf())[kind];
  expect(await send(storesThrough(client), operator)).toMatchObject({ result: "created" });
  expect(await useOf(usedId)).toBeUndefined();
});
