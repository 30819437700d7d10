import type { CountFacts, NumberFacts, RosterFacts } from "../data/stored-numbers.ts";
import type { GroupMember, StoredGroup } from "../groups/group.ts";
import { sumOf } from "../groups/recount-plan.ts";
import { counted, critical, type Finding, named, warning } from "./finding.ts";

/** Ids in the organization's list, and ids of the items that exist. */
export interface ListFacts {
  listed: string[];
  actual: string[];
}

export interface OrganizationFacts {
  organizationId: string;
  keys: ListFacts;
  endpoints: ListFacts;
  embeds: ListFacts;
  /** The counters that embeds show, and all that exist, including archived ones. */
  embedded: ListFacts;
  counts: NumberFacts["counts"];
  roster: RosterFacts;
  /** The number of alerts of each counter and group. */
  watched: (CountFacts & { id: string })[];
}

/** Compares an organization's lists and numbers with its items in the other tables. */
export function judgeOrganization(facts: OrganizationFacts): Finding[] {
  const { organizationId, keys, endpoints, embeds, counts, roster, watched } = facts;
  const lists = { "API key": keys, endpoint: endpoints, embed: embeds };
  // Whoever knows the id of an embed sees its counter.
  const show = (noun: string, ids: string[]) => (noun === "embed" ? "" : `: ${named(ids)}`);
  const ofLists = Object.entries(lists).flatMap(([noun, { listed, actual }]) => [
    ...difference(listed, actual, (ids) =>
      warning(
        `${organizationId} lists ${counted(ids.length, noun)} that ${ids.length === 1 ? "does" : "do"} not exist${show(noun, ids)}`,
        `remove ${ids.length === 1 ? "the id" : "the ids"} from its list, or restore the ${noun}s from a backup`,
      ),
    ),
    ...difference(actual, listed, (ids) =>
      critical(
        `${organizationId} has ${counted(ids.length, noun)} that its list lacks${show(noun, ids)}`,
        `they work, and nobody can see or revoke them: add the ids to its list, or delete the items`,
      ),
    ),
  ]);
  return [
    ...ofLists,
    ...judgeEmbedded(facts),
    ...judgeCounts(organizationId, { ...counts, ...roster }),
    ...judgeWatched(organizationId, watched),
  ];
}

/** Counters are archived and never deleted alone: one that does not exist is lost. */
function judgeEmbedded({ organizationId, embedded: { listed, actual } }: OrganizationFacts) {
  return difference(listed, actual, (ids) =>
    warning(
      `${organizationId} has embeds of ${counted(ids.length, "counter")} that ${ids.length === 1 ? "does" : "do"} not exist: ${named(ids)}`,
      `restore ${ids.length === 1 ? "the counter" : "the counters"}: docs/operators/recover-data.md`,
    ),
  );
}

function judgeCounts(organizationId: string, counts: Record<string, CountFacts>): Finding[] {
  return Object.entries(counts)
    .filter(([, { stored, actual }]) => stored !== actual)
    .map(([noun, { stored, actual }]) =>
      warning(
        `${organizationId} says it has ${counted(stored, noun)}, but has ${actual}`,
        actual < stored
          ? `if ${noun}s are lost, restore them: docs/operators/recover-data.md; if none is lost, correct the number`
          : "correct the number",
        recount(organizationId),
      ),
    );
}

function recount(organizationId: string) {
  return { verb: "org recount", args: [organizationId] };
}

/** Counts on a counter or group whose `alertCount` is 0 are not evaluated. */
function judgeWatched(organizationId: string, watched: OrganizationFacts["watched"]): Finding[] {
  const wrong = watched.filter(({ stored, actual }) => stored !== actual);
  const silent = wrong.filter(({ stored }) => stored === 0).map(({ id }) => id);
  const others = wrong.filter(({ stored }) => stored !== 0);
  const remedy = "correct the numbers";
  return [
    ...(silent.length === 0
      ? []
      : [
          critical(
            `alerts of ${organizationId} never fire, because what they watch is stored as having no alerts: ${named(silent)}`,
            remedy,
            recount(organizationId),
          ),
        ]),
    ...(others.length === 0
      ? []
      : [
          warning(
            `numbers of alerts in ${organizationId} are wrong: ${named(others.map(({ id, stored, actual }) => `${id} says ${stored}, but has ${actual}`))}`,
            remedy,
            recount(organizationId),
          ),
        ]),
  ];
}

function difference(these: string[], those: string[], say: (ids: string[]) => Finding): Finding[] {
  const known = new Set(those);
  const ids = these.filter((id) => !known.has(id)).sort();
  return ids.length === 0 ? [] : [say(ids)];
}

/** Compares a group's total with its members, both as they were at one revision of the group. */
export function judgeGroup(group: StoredGroup, members: GroupMember[]): Finding[] {
  const { total, memberCount } = sumOf(members);
  if (total === group.total && memberCount === group.memberCount) return [];
  const { organizationId, id } = group;
  const wrong =
    total === group.total
      ? `says it has ${group.memberCount} members, but has ${memberCount}`
      : `has the total ${group.total}, and its members add up to ${total}`;
  return [
    warning(`the group ${id} of ${organizationId} ${wrong}`, "count it again", {
      verb: "group recount",
      args: ["--org", organizationId, id],
    }),
  ];
}
