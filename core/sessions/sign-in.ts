import { allInOrder } from "../all-in-order.ts";
import { type Person, personIdOf } from "../members/person.ts";
import type { RandomSecret } from "../secret.ts";
import type { Identity } from "./identity.ts";
import { newSessionValue, parseSessionValue, type Session, type Sessions } from "./session.ts";

/** The people who have signed in, as their identity providers describe them. */
export interface SignedInPeople {
  /** Stores what the provider says now; a person who is new begins with session epoch 1. */
  signIn(personId: string, identity: Identity, at: string): Promise<Person>;
  /** Raises the session epoch, which ends all of the person's sessions. */
  endSessions(personId: string): Promise<void>;
}

export interface SignInPorts {
  signedInPeople: Pick<SignedInPeople, "signIn">;
  sessions: Pick<Sessions, "create" | "end">;
  randomSecret: RandomSecret;
}

interface SignIn {
  identity: Identity;
  nowMs: number;
  /** The session cookie that this browser had before. */
  previous?: string | undefined;
}

/**
 * Signs a person in: a new session, with an id that nobody could know before, in place of the one
 * that this browser had. Returns the value of its cookie.
 */
export async function signIn(
  { signedInPeople, sessions, randomSecret }: SignInPorts,
  { identity, nowMs, previous }: SignIn,
): Promise<{ person: Person; value: string }> {
  const at = new Date(nowMs).toISOString();
  const personId = personIdOf(identity.issuer, identity.subject);
  const person = await signedInPeople.signIn(personId, identity, at);
  const value = newSessionValue(personId, randomSecret);
  const old = parseSessionValue(previous);
  await allInOrder([
    sessions.create(newSession(person, value, at)),
    old && sessions.end(old.sessionHash),
  ]);
  return { person, value };
}

function newSession(person: Person, value: string, at: string): Session {
  const parsed = parseSessionValue(value);
  if (parsed === undefined) throw new Error("a new session's value is not well-formed");
  return { ...parsed, sessionEpoch: person.sessionEpoch, createdAt: at, lastSeenAt: at };
}
