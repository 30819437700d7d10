import { allInOrder } from "../all-in-order.ts";
import type { Change } from "../audit/audit-entry.ts";
import { findCounter, type StoredCounters } from "../counters/counter-lookup.ts";
import { findGroup, type GroupReader } from "../groups/group-changes.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "../members/member-audit.ts";
import { findOrganization, type Organizations } from "../organizations/organization.ts";
import {
  type EmbedSession,
  type EmbedTarget,
  embedTarget,
  embedUrl,
  isEmbedSessionId,
  newEmbedSession,
  sessionIdIn,
} from "./embed-session.ts";
import { embedHtml } from "./oembed.ts";

export type EmbedCreation =
  | "created"
  | "id_used"
  | "limit_reached"
  | "no_such_organization"
  | "forbidden";

export interface EmbedSessions {
  /** Strongly consistent: a revoked session is gone at the next read. */
  get(sessionId: string): Promise<EmbedSession | undefined>;
  /**
   * Stores a session with its audit entry, unless there is or was one with its id or the organization
   * has reached the limit.
   */
  create(session: EmbedSession, audit?: ChangeAudit): Promise<EmbedCreation>;
  /** The sessions of an organization, oldest first. */
  list(organizationId: string): Promise<EmbedSession[]>;
  /** Whether the organization has or had any session. */
  hadAny(organizationId: string): Promise<boolean>;
  /** Removes a session of this organization and writes the entry; undefined when there is none. */
  revoke(
    key: { organizationId: string; sessionId: string },
    auditOf?: (session: EmbedSession) => Promise<ChangeAudit>,
  ): Promise<EmbedSession | "forbidden" | undefined>;
}

export interface EmbedPorts {
  /** {base_url} of the contract. */
  baseUrl: string;
  organizations: Pick<Organizations, "get">;
  storedCounters: StoredCounters;
  groups: GroupReader;
  embedSessions: EmbedSessions;
}

/** An embed as its owner sees it: its URL, its markup and what it shows. */
export interface Embed {
  sessionId: string;
  url: string;
  /** Iframe markup, the same as the oEmbed endpoint's. */
  html: string;
  organizationId: string;
  /** What it shows: a counter, or a group. */
  counterId?: string;
  counterName?: string;
  groupId?: string;
  groupName?: string;
  note: string | null;
  createdAt: string;
  /** In a list, where the counter is archived: its embeds are not shown until it is restored. */
  counterArchivedAt?: string;
}

export type NoSuchEmbedOwner = {
  result: "no_such_counter" | "no_such_group" | "no_such_organization";
};

/**
 * Makes a public link that shows a counter or a group, on any plan. With `sessionId`, which nobody can guess, a
 * call that is repeated finds its embed, with `isNew` false. Here and below, the change is written with
 * its audit entry.
 */
export async function createEmbed(
  ports: EmbedPorts & AuditPorts,
  {
    sessionId,
    note,
    ...target
  }: EmbedTarget & { note?: string | undefined; sessionId?: string | undefined },
  by: ChangedBy,
): Promise<
  | { result: "created"; isNew: boolean; embed: Embed }
  /** An embed with this id exists, with another target or note, or existed earlier. */
  | { result: "created_already"; name: string | undefined }
  | { result: "counter_archived" | "limit_reached" | "forbidden" }
  | NoSuchEmbedOwner
> {
  const { clock, randomBase62 } = ports;
  const found = await findTarget(ports, target);
  if (found.result !== "found") return found;
  if (found.shown.archivedAt !== undefined) return { result: "counter_archived" };
  const made = newEmbedSession({ ...target, note }, { nowMs: clock.now(), randomBase62 });
  const session = sessionId === undefined ? made : { ...made, id: sessionId };
  const embed = embedOf(ports, session, found.shown.name);
  const audit = changeAudit(ports, by, { ...embedCreated(embed), action: "embed.create" });
  const creation = await ports.embedSessions.create(session, audit);
  const isNew = creation === "created";
  if (!isNew && creation !== "id_used") return { result: creation };
  const stored = isNew ? session : await ports.embedSessions.get(session.id);
  if (stored?.counterId !== session.counterId || stored.note !== session.note) {
    return { result: "created_already", name: stored && (stored.note ?? "Embed") };
  }
  return { result: "created", isNew, embed: embedOf(ports, stored, found.shown.name) };
}

/** The embeds of an organization, or of one of its counters or groups, oldest first. */
export async function listEmbeds(
  ports: EmbedPorts,
  of: EmbedTarget | { organizationId: string; counterId?: undefined; groupId?: undefined },
): Promise<
  /** `allRevoked`: the list is empty because every embed of the organization was revoked. */
  { result: "listed"; embeds: Embed[]; allRevoked: boolean } | NoSuchEmbedOwner
> {
  const { organizationId } = of;
  const targets = await targetsById(ports, of);
  if (!(targets instanceof Map)) return targets;
  const wanted = of.groupId ?? of.counterId;
  const sessions = await ports.embedSessions.list(organizationId);
  const embeds = sessions
    .filter((session) => wanted === undefined || session.counterId === wanted)
    .map((session) => {
      const { name = "", archivedAt } = targets.get(session.counterId) ?? {};
      const embed = embedOf(ports, session, name);
      return archivedAt === undefined ? embed : { ...embed, counterArchivedAt: archivedAt };
    });
  const allRevoked = sessions.length === 0 && (await ports.embedSessions.hadAny(organizationId));
  return { result: "listed", embeds, allRevoked };
}

/** Revokes an embed for good; `idOrUrl` is its session's id or the URL of its page. */
export async function revokeEmbed(
  ports: EmbedPorts & AuditPorts,
  { organizationId, idOrUrl }: { organizationId: string; idOrUrl: string },
  by: ChangedBy,
): Promise<
  | { result: "revoked"; embed: Embed }
  | { result: "no_such_embed"; sessionId: string }
  | { result: "no_such_organization" | "forbidden" }
> {
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  const sessionId = sessionIdIn(idOrUrl) ?? idOrUrl;
  let embed: Embed | undefined;
  const auditOf = async (session: EmbedSession) => {
    const target = embedTarget(session);
    const shown = await (target.groupId === undefined
      ? ports.storedCounters.get(target)
      : ports.groups.get(target));
    embed = embedOf(ports, session, shown?.name ?? "");
    return changeAudit(ports, by, { ...embedRevoked(embed), action: "embed.revoke" });
  };
  const revoked = isEmbedSessionId(sessionId)
    ? await ports.embedSessions.revoke({ organizationId, sessionId }, auditOf)
    : undefined;
  if (revoked === "forbidden") return { result: revoked };
  if (revoked === undefined || embed === undefined) return { result: "no_such_embed", sessionId };
  return { result: "revoked", embed };
}

function embedOf({ baseUrl }: EmbedPorts, session: EmbedSession, name: string): Embed {
  const { id: sessionId, note, createdAt, organizationId } = session;
  const url = embedUrl(baseUrl, sessionId);
  const html = embedHtml(baseUrl, { sessionId }, name);
  const { counterId, groupId } = embedTarget(session);
  const shown =
    groupId === undefined ? { counterId, counterName: name } : { groupId, groupName: name };
  return { sessionId, url, html, organizationId, ...shown, note: note ?? null, createdAt };
}

/** A counter or a group, as far as its embeds are concerned. */
interface Shown {
  name: string;
  /** Of a counter that is archived. */
  archivedAt?: string;
}

async function findTarget(
  ports: EmbedPorts,
  target: EmbedTarget,
): Promise<{ result: "found"; shown: Shown } | NoSuchEmbedOwner> {
  if (target.groupId === undefined) {
    const found = await findCounter(ports, target);
    return found.result === "found" ? { result: "found", shown: found.counter } : found;
  }
  const found = await findGroup(ports, target);
  return found.result === "found" ? { result: "found", shown: found.group } : found;
}

/** What the embeds of an organization show, or the one that was asked for, by their ids. */
async function targetsById(
  ports: EmbedPorts,
  of: Parameters<typeof listEmbeds>[1],
): Promise<Map<string, Shown> | NoSuchEmbedOwner> {
  if (of.counterId !== undefined || of.groupId !== undefined) {
    const found = await findTarget(ports, of);
    return found.result === "found" ? new Map([[of.groupId ?? of.counterId, found.shown]]) : found;
  }
  const record = await findOrganization(ports, of.organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  const lists = await allInOrder([
    ports.storedCounters.list(of.organizationId),
    ports.groups.list(of.organizationId),
  ]);
  return new Map(lists.flat().map((shown) => [shown.id, shown]));
}

export function embedCreated(embed: Omit<Embed, "html">): Change {
  return { ...owned(embed), before: null, after: shown(embed) };
}

export function embedRevoked(embed: Omit<Embed, "html">): Change {
  return { ...owned(embed), before: shown(embed), after: null };
}

/** By what it shows, without its id, which opens the embed. */
function owned({ organizationId, note, counterName, groupName }: Omit<Embed, "html">) {
  const name = counterName ?? groupName ?? note ?? "";
  return { organizationId, target: { kind: "embed", id: null, name } };
}

function shown({ counterId, groupId, note, sessionId }: Omit<Embed, "html">) {
  const target = groupId === undefined ? { counterId: counterId ?? null } : { groupId };
  return { ...target, note, lastFour: sessionId.slice(-4) };
}
