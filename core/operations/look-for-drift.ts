import type { StoredCounter } from "../counters/counter.ts";
import { numberFacts, type RosterFacts } from "../data/stored-numbers.ts";
import type { GroupKey, GroupMember, StoredGroup } from "../groups/group.ts";
import type { OrganizationRecord } from "../organizations/organization.ts";
import {
  holeFindings,
  lookAtNumbers,
  type NumberPorts,
  type NumbersLook,
} from "./counter-numbers.ts";
import { judgeDays } from "./day-drift.ts";
import { counted, critical, type Finding } from "./finding.ts";
import type { DoctorLimits } from "./reading-limits.ts";
import { judgeGroup, judgeOrganization, type ListFacts } from "./table-drift.ts";

/** Where an API key is stored, and whose it is. */
export interface KeyPlace {
  keyHash: string;
  organizationId: string;
}

/** An embed and whose it is. */
export interface EmbedPlace {
  sessionId: string;
  organizationId: string;
}

/** Embeds, and the counters that the existing ones show. */
export interface EmbedLists extends ListFacts {
  counterIds: string[];
}

/** Reads of the tables, each strongly consistent. */
export interface DriftPorts extends NumberPorts {
  organization(organizationId: string): Promise<OrganizationRecord | undefined>;
  isBeingDeleted(organizationId: string): Promise<boolean>;
  /** The ids of those of these keys that exist. */
  existingKeys(keyHashes: string[]): Promise<string[]>;
  endpointIds(organizationId: string): Promise<string[]>;
  /** What the organization's list names, and what of that and of these ids exists. */
  embeds(organizationId: string, sessionIds: string[]): Promise<EmbedLists>;
  counters(organizationId: string): Promise<StoredCounter[]>;
  groups(organizationId: string): Promise<StoredGroup[]>;
  /** What each alert watches: the id of a counter or a group. */
  watchedTargets(organizationId: string): Promise<string[]>;
  roster(organizationId: string): Promise<RosterFacts>;
  now(): number;
  group(key: GroupKey): Promise<StoredGroup | undefined>;
  members(key: GroupKey): Promise<GroupMember[]>;
}

export interface DriftLook {
  findings: Finding[];
  /** What is in order after a restore. */
  holeFindings: Finding[];
  groups: number;
  counters: number;
}

/**
 * Compares tables that have to agree. The service goes on meanwhile: what seems wrong is looked at
 * twice, and only what is wrong both times counts.
 */
export async function lookForDrift(
  ports: DriftPorts,
  of: {
    organizations: OrganizationRecord[];
    keys: KeyPlace[];
    embeds: EmbedPlace[];
    limits: DoctorLimits;
  },
  onProgress: (done: number) => void,
): Promise<DriftLook> {
  const look: DriftLook = { findings: [], holeFindings: [], groups: 0, counters: 0 };
  const keysOf = Map.groupBy(of.keys, ({ organizationId }) => organizationId);
  const embedsOf = Map.groupBy(of.embeds, ({ organizationId }) => organizationId);
  for (const [index, { organization }] of of.organizations.entries()) {
    const items = {
      keys: keysOf.get(organization.id) ?? [],
      embeds: embedsOf.get(organization.id) ?? [],
    };
    look.findings.push(...(await confirmed(() => lookAtLists(ports, organization.id, items))));
    await lookAtSums(ports, organization.id, of.limits, look);
    onProgress(index + 1);
  }
  const seen = new Set(of.organizations.map(({ organization }) => organization.id));
  for (const [organizationId, keys] of keysOf) {
    if (!seen.has(organizationId)) {
      look.findings.push(...(await lookAtOrphans(ports, organizationId, keys)));
    }
  }
  return look;
}

async function confirmed(look: () => Promise<Finding[]>): Promise<Finding[]> {
  const first = new Set((await look()).map(({ sentence }) => sentence));
  if (first.size === 0) return [];
  return (await look()).filter(({ sentence }) => first.has(sentence));
}

async function lookAtLists(
  ports: DriftPorts,
  organizationId: string,
  { keys, embeds: places }: { keys: KeyPlace[]; embeds: EmbedPlace[] },
): Promise<Finding[]> {
  const record = await ports.organization(organizationId);
  if (record === undefined) return [];
  const hashes = [...Object.values(record.apiKeys), ...keys.map(({ keyHash }) => keyHash)];
  const [existing, endpoints, embeds, counters, groups, targets, roster] = await Promise.all([
    ports.existingKeys([...new Set(hashes)]),
    ports.endpointIds(organizationId),
    ports.embeds(
      organizationId,
      places.map(({ sessionId }) => sessionId),
    ),
    ports.counters(organizationId),
    ports.groups(organizationId),
    ports.watchedTargets(organizationId),
    ports.roster(organizationId),
  ]);
  const ofDays = judgeDays(record, counters, ports.now());
  const ofLists = judgeOrganization({
    organizationId,
    keys: { listed: Object.keys(record.apiKeys), actual: existing },
    endpoints: { listed: [...record.endpointIds], actual: endpoints },
    embeds,
    embedded: { listed: embeds.counterIds, actual: counters.map(({ id }) => id) },
    ...numberFacts(record, { counters, groups, targets }),
    roster,
  });
  return [...ofLists, ...ofDays];
}

async function lookAtSums(
  ports: DriftPorts,
  organizationId: string,
  limits: DoctorLimits,
  look: DriftLook,
): Promise<void> {
  for (const { id } of (await ports.groups(organizationId)).slice(0, limits.groups)) {
    look.findings.push(...(await lookAtGroup(ports, { organizationId, groupId: id })));
    look.groups += 1;
  }
  const looked: { id: string; explainedHoles: NumbersLook["explainedHoles"] }[] = [];
  const counters = await ports.counters(organizationId);
  const wanted = counters.filter(({ id }) => (limits.onlyCounter ?? id) === id);
  for (const counter of wanted.slice(0, limits.counters)) {
    const { findings, explainedHoles } = await lookAtNumbers(ports, counter, limits.events);
    look.findings.push(...findings);
    looked.push({ id: counter.id, explainedHoles });
    look.counters += 1;
  }
  look.holeFindings.push(...holeFindings(organizationId, looked));
}

/** A group that changes all the time is looked at so often, and then left out. */
const groupLooks = 5;

async function lookAtGroup(ports: DriftPorts, key: GroupKey): Promise<Finding[]> {
  for (let attempt = 1; attempt <= groupLooks; attempt += 1) {
    const before = await ports.group(key);
    const members = await ports.members(key);
    const after = await ports.group(key);
    if (before === undefined || after === undefined) return [];
    if (before.revision === after.revision) return judgeGroup(after, members);
  }
  return [];
}

async function lookAtOrphans(
  ports: DriftPorts,
  organizationId: string,
  keys: KeyPlace[],
): Promise<Finding[]> {
  const [organization, isBeingDeleted] = await Promise.all([
    ports.organization(organizationId),
    ports.isBeingDeleted(organizationId),
  ]);
  if (organization !== undefined || isBeingDeleted) return [];
  const left = await ports.existingKeys(keys.map(({ keyHash }) => keyHash));
  if (left.length === 0) return [];
  return [
    critical(
      `there ${left.length === 1 ? "is" : "are"} ${counted(left.length, "API key")} of ${organizationId}, which does not exist`,
      "delete their items from the table of API keys",
    ),
  ];
}
