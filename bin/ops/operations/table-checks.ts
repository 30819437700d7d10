import { type DamagedItem, notingDamaged } from "../../../adapters/aws/damaged-items.ts";
import type { Service } from "../../../adapters/stack-outputs.ts";
import { storesOf } from "../../../adapters/stores.ts";
import { judgeDamaged } from "../../../core/operations/damaged-data.ts";
import { judgeVersion } from "../../../core/operations/deployment.ts";
import { findStuck } from "../../../core/operations/find-stuck.ts";
import { counted, orFine } from "../../../core/operations/finding.ts";
import {
  type EmbedPlace,
  type KeyPlace,
  lookForDrift,
} from "../../../core/operations/look-for-drift.ts";
import { type DoctorLimits, firstOf } from "../../../core/operations/reading-limits.ts";
import { judgeGivenUp, judgeStuck } from "../../../core/operations/waiting-work.ts";
import { requireOrganization, requireStoredCounter } from "../lookup.ts";
import { ownVersion } from "../terminal/own-version.ts";
import type { DoctorCheck } from "./run-checks.ts";

/** What was looked at; `more` says that there is more than that. */
export interface Looked {
  organizations: { count: number; more: boolean };
  keys: { count: number; more: boolean };
  embeds: { count: number; more: boolean };
  endpoints: number;
  waitingDeliveries: number;
  groups: number;
  counters: number;
}

type TableChecks = Record<"damaged" | "deliveries" | "given-up" | "drift" | "version", DoctorCheck>;

/** The checks of what every service has; they read what the limits allow and note it in `looked`. */
export async function tableChecks(
  service: Service,
  { limits, only }: { limits: DoctorLimits; only: string | undefined },
  looked: Looked,
): Promise<TableChecks> {
  const stores = storesOf(service);
  const { drift } = stores;
  const ofOrganizations: DamagedItem[] = [];
  const one =
    only === undefined
      ? undefined
      : await requireOrganization({ organizations: { get: drift.organization } }, only);
  if (only !== undefined && limits.onlyCounter !== undefined) {
    await requireStoredCounter(stores, { organizationId: only, counterId: limits.onlyCounter });
  }
  const [organizations, allKeys, allEmbeds] = await Promise.all([
    one
      ? { items: [one], more: false }
      : notingDamaged(ofOrganizations, () => firstOf(drift.organizations(), limits.organizations)),
    firstOf(drift.keyPlaces(), limits.keys),
    firstOf(drift.embedPlaces(), limits.embeds),
  ]);
  const isWanted = ({ organizationId }: KeyPlace | EmbedPlace) =>
    only === undefined || only === organizationId;
  const keys = { items: allKeys.items.filter(isWanted), more: allKeys.more };
  const embeds = { items: allEmbeds.items.filter(isWanted), more: allEmbeds.more };
  looked.organizations = { count: organizations.items.length, more: organizations.more };
  looked.keys = { count: keys.items.length, more: keys.more };
  looked.embeds = { count: embeds.items.length, more: embeds.more };
  return {
    damaged: async (onProgress) => {
      const found = ofOrganizations.map((item) => judgeDamaged(item.id, [item]));
      for (const [index, { organization }] of organizations.items.entries()) {
        const damaged = await stores.damagedItems.of(organization.id);
        found.push(judgeDamaged(organization.id, damaged));
        onProgress(`${index + 1} of ${counted(organizations.items.length, "organization")}`);
      }
      return orFine(found.flat(), "every stored item is as expected");
    },
    deliveries: async (onProgress) => {
      const endpoints = organizations.items.flatMap(({ organization, endpointIds }) =>
        [...endpointIds].map((endpointId) => ({ organizationId: organization.id, endpointId })),
      );
      const facts = await findStuck(stores, endpoints, limits.deliveries, (done) =>
        onProgress(`${done} of ${counted(endpoints.length, "endpoint")}`),
      );
      looked.endpoints = facts.endpoints;
      looked.waitingDeliveries = facts.waiting;
      return judgeStuck(facts);
    },
    "given-up": async () => {
      const { deadLetters, failedRecords } = stores;
      return judgeGivenUp({
        deadLetters: await countEach(deadLetters, (queue) => queue.count()),
        failedRecords: await countEach(failedRecords, async (store) => (await store.list()).length),
      });
    },
    drift: async (onProgress) => {
      const of = {
        organizations: organizations.items,
        keys: keys.items,
        embeds: embeds.items,
        limits,
      };
      const total = counted(of.organizations.length, "organization");
      const look = await lookForDrift(drift, of, (done) => onProgress(`${done} of ${total}`));
      looked.groups = look.groups;
      looked.counters = look.counters;
      return [...orFine(look.findings, `the tables of ${total} agree`), ...look.holeFindings];
    },
    version: async () => judgeVersion({ deployed: service.outputs.Version, own: ownVersion() }),
  };
}

async function countEach<Source>(
  sources: Record<string, Source>,
  count: (source: Source) => Promise<number>,
): Promise<Record<string, number>> {
  const counts = Object.entries(sources).map(
    async ([name, source]) => [name, await count(source)] as const,
  );
  return Object.fromEntries(await Promise.all(counts));
}
