import { type Role, roles } from "../../members/role.ts";
import { embedName } from "./restorable-tables.ts";
import type { Deleted } from "./restore-verdict.ts";

/** The part of an audit entry that says what is gone, has ended or was restored. */
export interface LoggedChange {
  /** Begins with its time. */
  entryKey: string;
  action: string;
  target: { id: string | null; name: string | null };
  before: Record<string, unknown> | null;
  /** Null for something that is gone. */
  after: Record<string, unknown> | null;
}

/**
 * What can be created again with the id that it had: by a form that is sent again after its thing was
 * deleted, or by an import of the same file.
 */
const creations = [
  "member.invite",
  "key.create",
  "group.create",
  "embed.create",
  "alert.create",
  "endpoint.create",
] as const;

/** The actions, other than deletions, that change what counts as deleted, or a member's role. */
export const actionsOnDeletions = [
  ...creations,
  "member.set-role",
  "invitation.accept",
  "data.restore",
] as const;

/** What was deleted on purpose in an organization, and who may do what, by its audit log. */
export class LoggedDeletions {
  readonly #names = new Set<string>();
  /** For each address, the ids of its invitations and the keys of the entries that made them. */
  readonly #invited = new Map<string, Map<string, string>>();
  readonly #roles = new Map<string, Role>();
  #everything = false;

  /**
   * Takes entries oldest first; the newest ones can be added twice. An organization that was deleted
   * has nothing until its own item is restored, which comes last in a restore and only with
   * `--include-deleted`. A restore of any other table does not end the deletion.
   */
  add({ entryKey, action, target, before, after }: LoggedChange): void {
    const role = roles.find((one) => one === after?.role);
    if (target.id !== null && role !== undefined) this.#roles.set(target.id, role);
    if (isCreation(action) && after !== null) this.#names.delete(target.id ?? nameOfEmbed(after));
    if (action === "member.invite") {
      this.#invite({ id: String(target.id), email: String(target.name), entryKey }, before);
    } else if (action === "invitation.accept") this.#names.add(String(after?.invitationId));
    else if (action === "data.restore") this.#everything &&= target.id !== "Organizations";
    else if (after !== null) return;
    else if (action === "org.delete") this.#everything = true;
    else if (target.id !== null) this.#add(target.id, before);
    else if (action === "embed.revoke" && before !== null) this.#names.add(nameOfEmbed(before));
  }

  deleted(): Deleted {
    return this.#everything ? "everything" : this.#names;
  }

  /** The newest roles, by the ids of members. */
  roles(): ReadonlyMap<string, Role> {
    return this.#roles;
  }

  /** A group goes with its alerts, which do not come back if it is created again. */
  #add(id: string, before: LoggedChange["before"]): void {
    const alerts = Array.isArray(before?.alerts) ? before.alerts : [];
    for (const gone of [id, ...alerts]) this.#names.add(String(gone));
  }

  /** An invitation with a `before` has replaced the earlier ones of its address. */
  #invite(
    { id, email, entryKey }: { id: string; email: string; entryKey: string },
    before: LoggedChange["before"],
  ): void {
    const ofAddress = this.#invited.get(email) ?? new Map<string, string>();
    this.#invited.set(email, ofAddress.set(id, entryKey));
    if (before === null) return;
    for (const [other, madeAt] of ofAddress) if (madeAt < entryKey) this.#names.add(other);
  }
}

function isCreation(action: string): boolean {
  return creations.some((creation) => creation === action);
}

function nameOfEmbed(details: Record<string, unknown>): string {
  return embedName(String(details.groupId ?? details.counterId), String(details.lastFour));
}
