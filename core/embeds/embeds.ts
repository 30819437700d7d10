import type { Change } from "../audit/audit-entry.ts";
import type { CounterKey, StoredCounter } from "../counters/counter.ts";
import { findCounter, type StoredCounters } from "../counters/counter-lookup.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "../members/member-audit.ts";
import { findOrganization, type Organizations } from "../organizations/organization.ts";
import {
  type EmbedSession,
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
  embedSessions: EmbedSessions;
}

/** An embed as its owner sees it: its URL, its markup and its counter. */
export interface Embed {
  sessionId: string;
  url: string;
  /** Iframe markup, the same as the oEmbed endpoint's. */
  html: string;
  organizationId: string;
  counterId: string;
  counterName: string;
  note: string | null;
  createdAt: string;
  /** In a list, where the counter is archived: its embeds are not shown until it is restored. */
  counterArchivedAt?: string;
}

export type NoSuchEmbedOwner = { result: "no_such_counter" | "no_such_organization" };

/**
 * Makes a public link that shows a counter, on any plan. With `sessionId`, which nobody can guess, a
 * call that is repeated finds its embed, with `isNew` false. Here and below, the change is written with
 * its audit entry.
 */
export async function createEmbed(
  ports: EmbedPorts & AuditPorts,
  setup: CounterKey & { note?: string | undefined; sessionId?: string | undefined },
  by: ChangedBy,
): Promise<
  | { result: "created"; isNew: boolean; embed: Embed }
  /** An embed with this id exists, with another counter or note, or existed earlier. */
  | { result: "created_already"; name: string | undefined }
  | { result: "counter_archived" | "limit_reached" | "forbidden" }
  | NoSuchEmbedOwner
> {
  const { clock, randomBase62 } = ports;
  const found = await findCounter(ports, setup);
  if (found.result !== "found") return found;
  if (found.counter.archivedAt !== undefined) return { result: "counter_archived" };
  const made = newEmbedSession(setup, { nowMs: clock.now(), randomBase62 });
  const session = setup.sessionId === undefined ? made : { ...made, id: setup.sessionId };
  const embed = embedOf(ports, session, found.counter.name);
  const audit = changeAudit(ports, by, { ...embedCreated(embed), action: "embed.create" });
  const creation = await ports.embedSessions.create(session, audit);
  const isNew = creation === "created";
  if (!isNew && creation !== "id_used") return { result: creation };
  const stored = isNew ? session : await ports.embedSessions.get(session.id);
  if (stored?.counterId !== session.counterId || stored.note !== session.note) {
    return { result: "created_already", name: stored && (stored.note ?? "Embed") };
  }
  return { result: "created", isNew, embed: embedOf(ports, stored, found.counter.name) };
}

/** The embeds of an organization or of one of its counters, oldest first. */
export async function listEmbeds(
  ports: EmbedPorts,
  { organizationId, counterId }: { organizationId: string; counterId?: string | undefined },
): Promise<
  /** `allRevoked`: the list is empty because every embed of the organization was revoked. */
  { result: "listed"; embeds: Embed[]; allRevoked: boolean } | NoSuchEmbedOwner
> {
  const counters = await countersById(ports, { organizationId, counterId });
  if (!(counters instanceof Map)) return counters;
  const sessions = await ports.embedSessions.list(organizationId);
  const embeds = sessions
    .filter((session) => counterId === undefined || session.counterId === counterId)
    .map((session) => {
      const { name = "", archivedAt } = counters.get(session.counterId) ?? {};
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
    const counter = await ports.storedCounters.get(session);
    embed = embedOf(ports, session, counter?.name ?? "");
    return changeAudit(ports, by, { ...embedRevoked(embed), action: "embed.revoke" });
  };
  const revoked = isEmbedSessionId(sessionId)
    ? await ports.embedSessions.revoke({ organizationId, sessionId }, auditOf)
    : undefined;
  if (revoked === "forbidden") return { result: revoked };
  if (revoked === undefined || embed === undefined) return { result: "no_such_embed", sessionId };
  return { result: "revoked", embed };
}

function embedOf(
  { baseUrl }: EmbedPorts,
  { id: sessionId, note, createdAt, organizationId, counterId }: EmbedSession,
  counterName: string,
): Embed {
  const url = embedUrl(baseUrl, sessionId);
  const html = embedHtml(baseUrl, { sessionId }, counterName);
  const given = note ?? null;
  return { sessionId, url, html, organizationId, counterId, counterName, note: given, createdAt };
}

/** The counters of an organization, or the one that was asked for, by their ids. */
async function countersById(
  ports: EmbedPorts,
  { organizationId, counterId }: { organizationId: string; counterId?: string | undefined },
): Promise<Map<string, StoredCounter> | NoSuchEmbedOwner> {
  if (counterId !== undefined) {
    const found = await findCounter(ports, { organizationId, counterId });
    return found.result === "found" ? new Map([[counterId, found.counter]]) : found;
  }
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  const counters = await ports.storedCounters.list(organizationId);
  return new Map(counters.map((counter) => [counter.id, counter]));
}

export function embedCreated(embed: Omit<Embed, "html">): Change {
  return { ...owned(embed), before: null, after: shown(embed) };
}

export function embedRevoked(embed: Omit<Embed, "html">): Change {
  return { ...owned(embed), before: shown(embed), after: null };
}

/** Without its id, which opens the embed. */
function owned({ organizationId, note, counterName }: Omit<Embed, "html">) {
  return { organizationId, target: { kind: "embed", id: null, name: note ?? counterName } };
}

function shown({ counterId, note, sessionId }: Omit<Embed, "html">) {
  return { counterId, note, lastFour: sessionId.slice(-4) };
}
