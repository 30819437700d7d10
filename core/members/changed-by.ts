import type { Actor } from "../audit/audit-entry.ts";
import type { Member } from "./member.ts";

/** Who changes something: an operator may do everything, a member what the role allows. */
export type ChangedBy = { kind: "operator"; actor: Actor } | { kind: "member"; member: Member };

export function asMember(member: Member): ChangedBy & { kind: "member" } {
  return { kind: "member", member };
}

/** Who changed it, as the audit log names them. */
export function actorBy(by: ChangedBy): Actor {
  return by.kind === "operator" ? by.actor : actorOf(by.member);
}

/** An operator without an account, such as the demo or the canary. */
export function operatorNamed(name: string): ChangedBy {
  return { kind: "operator", actor: { kind: "operator", id: null, name } };
}

/** A member as the one who changes something. */
export function actorOf({ id, name, email }: Pick<Member, "id" | "name" | "email">): Actor {
  return { kind: "member", id, name: name ?? email };
}
