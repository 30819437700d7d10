import { derivedDigits } from "./derived-id.ts";
import type { Member } from "./members/member.ts";

/** What a form of the console creates, by the beginning of its id. */
export type FormKind = "ctr" | "grp" | "alt" | "end";

/**
 * The id of what one opened form creates: the same however often its request arrives, so a person who
 * got no response and tries again makes nothing twice. Nobody else's form has it.
 */
export function idOfForm(
  kind: FormKind,
  { organizationId, id: memberId }: Pick<Member, "organizationId" | "id">,
  formId: string,
): string {
  return `${kind}_${derivedDigits(["form", kind, organizationId, memberId, formId])}`;
}
