import type { RandomBase62 } from "./base62.ts";
import { derivedBase62, derivedDigits, derivedSecret } from "./derived-id.ts";
import type { Member } from "./members/member.ts";

/** What a form of the console creates, by the beginning of its id. */
export type FormKind = "ctr" | "grp" | "alt" | "end" | SecretFormKind;

/** Those of things whose secret is shown once, and of embeds, whose id is one. */
export type SecretFormKind = "key" | "gat" | "inv" | "emb";

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

export interface FormSecrets {
  /** 256 bits as 43 characters of base64url. */
  secret: string;
  /** The first digits of as many as are asked for. */
  digits: RandomBase62;
}

/**
 * The secrets of what a form creates, the same however often its request arrives in one session: so
 * every response shows what opens the thing. To compute them takes the value of the session's cookie
 * and the form's id, and neither is stored.
 */
export function secretsOfForm(
  sessionValue: string,
  kind: SecretFormKind,
  { organizationId, id: memberId }: Pick<Member, "organizationId" | "id">,
  formId: string,
): FormSecrets {
  const purpose = JSON.stringify(["form", kind, organizationId, memberId, formId]);
  return {
    secret: derivedSecret(sessionValue, purpose).toString("base64url"),
    digits: derivedBase62(sessionValue, purpose),
  };
}
