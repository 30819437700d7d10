import { type DamagedItem, notingDamaged } from "../../../adapters/aws/damaged-items.ts";
import type { Service } from "../../../adapters/stack-outputs.ts";
import { storesOf } from "../../../adapters/stores.ts";
import { judgeDamaged } from "../../../core/operations/damaged-data.ts";
import { judgeVersion } from "../../../core/operations/deployment.ts";
import { lookForDrift } from "../../../core/operations/drift.ts";
import { findStuck } from "../../../core/operations/find-stuck.ts";
import { counted, type Finding, orFine } from "../../../core/operations/finding.ts";
import { type DoctorLimits, firstOf } from "../../../core/operations/reading-limits.ts";
import { judgeGivenUp, judgeStuck } from "../../../core/operations/waiting-work.ts";
import { requireOrganization } from "../lookup.ts";
import { ownVersion } from "../terminal/own-version.ts";
import type { DoctorCheck } from "./run-checks.ts";

/** What was looked at; `more` says that there is more than that. */
export interface Looked {
  organizations: { count: number; more: boolean };
  endpoints: number;
  waitingDeliveries: number;
  groups: number;
}

type TableChecks = Record<"damaged" | "deliveries" | "given-up" | "drift" | "version", DoctorCheck>;

/** The checks of what every service has; they read what the limits allow and note it in `looked`. */
export async function tableChecks(
  service: Service,
  { limits, only }: { limits: DoctorLimits; only: string | undefined },
  looked: Looked,
): Promise<TableChecks> {
  const stores = storesOf(service);
  const ofOrganizations: DamagedItem[] = [];
  const organizations =
    only === undefined
      ? await notingDamaged(ofOrganizations, () =>
          firstOf(stores.organizations.records(), limits.organizations),
        )
      : { items: [await requireOrganization(stores, only)], more: false };
  looked.organizations = { count: organizations.items.length, more: organizations.more };
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
      const total = counted(organizations.items.length, "organization");
      const found: Finding[] = [];
      for (const [index, record] of organizations.items.entries()) {
        const { findings, groups } = await lookForDrift(stores, record, limits.groups);
        found.push(...findings);
        looked.groups += groups;
        onProgress(`${index + 1} of ${total}`);
      }
      return orFine(found, `totals and days of ${total} are up to date`);
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
