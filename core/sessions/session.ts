import { hash } from "node:crypto";
import * as z from "zod";
import { longestSessionSeconds } from "../limits.ts";
import type { Member } from "../members/member.ts";
import { isPersonId, type Person } from "../members/person.ts";
import { isSecret, type RandomSecret } from "../secret.ts";

/** A signed-in browser. Its value is in a cookie; only the hash of the value is stored. */
export const Session = z.object({
  sessionHash: z.string(),
  personId: z.string(),
  /** The person's session epoch at sign-in. */
  sessionEpoch: z.int().min(1),
  createdAt: z.iso.datetime(),
  /** Exact to five minutes: it is not written at every request. */
  lastSeenAt: z.iso.datetime(),
});
export type Session = z.infer<typeof Session>;

const idleMs = 12 * 3_600_000;
const longestMs = longestSessionSeconds * 1_000;
const touchMs = 5 * 60_000;

/** The value of a new session's cookie: the person's id, so that both are read at once, and a secret. */
export function newSessionValue(personId: string, randomSecret: RandomSecret): string {
  return `${personId}.${randomSecret()}`;
}

/** What a cookie says before anything is looked up; undefined for text that cannot be a session. */
export function parseSessionValue(
  text: string | undefined,
): { personId: string; sessionHash: string } | undefined {
  const [personId = "", secret = "", ...rest] = (text ?? "").split(".");
  if (rest.length > 0 || !isPersonId(personId) || !isSecret(secret)) return undefined;
  return { personId, sessionHash: hash("sha256", `${personId}.${secret}`, "hex") };
}

/** True while a session may be used by its person. */
export function isAlive(session: Session, person: Person, nowMs: number): boolean {
  return (
    session.personId === person.id &&
    session.sessionEpoch === person.sessionEpoch &&
    nowMs - Date.parse(session.lastSeenAt) < idleMs &&
    nowMs - Date.parse(session.createdAt) < longestMs
  );
}

/** True when it is time to write that a session is in use. */
export function isTouchDue({ lastSeenAt }: Session, nowMs: number): boolean {
  return nowMs - Date.parse(lastSeenAt) >= touchMs;
}

/** When the session ends at the latest, in seconds since the epoch: for the table's TTL. */
export function expiresAtSeconds({ createdAt, lastSeenAt }: Session): number {
  const ends = Math.min(Date.parse(createdAt) + longestMs, Date.parse(lastSeenAt) + idleMs);
  return Math.ceil(ends / 1_000);
}

/** A session as it is found, with the person and, where an organization was named, the membership. */
export interface FoundSession {
  session: Session;
  person: Person;
  member: Member | undefined;
  /** Whether the organization's deletion has begun: no member enters it then. */
  isBeingDeleted: boolean;
}

export interface Sessions {
  /** All of it in one round trip; undefined when the session or the person does not exist. */
  find(wanted: {
    sessionHash: string;
    personId: string;
    organizationId?: string | undefined;
    /** For a person who knows that the organization is not being deleted: one read unit less. */
    skipDeletionCheck?: boolean;
  }): Promise<FoundSession | undefined>;
  create(session: Session): Promise<void>;
  /** Writes when the session was last seen; a session that has ended meanwhile stays ended. */
  touch(session: Session, lastSeenAt: string): Promise<void>;
  /** Ends a session, if there is one of this hash. */
  end(sessionHash: string): Promise<void>;
}
