import type { RandomBase62 } from "./base62.ts";
import { derivedBase62, derivedDigits, derivedSecret } from "./derived-id.ts";

/** What a form of the console creates, by the beginning of its id. */
export type CreatedKind = "ctr" | "grp" | "alt" | "chn" | SecretKind;

/** Kinds whose creation shows a secret once; an embed's id is its secret. */
export type SecretKind = "key" | "gat" | "inv" | "emb" | "end";

/** One opened form, by what it creates, the member who sends it, and the id that the page gave it. */
export interface CreatingForm<Kind extends CreatedKind = CreatedKind> {
  kind: Kind;
  member: { organizationId: string; id: string };
  formId: string;
}

/**
 * The id of what a form creates. It depends on kind, organization, member and form only, so a request
 * that is sent again creates nothing twice.
 */
export function idCreatedBy(form: CreatingForm): string {
  return `${form.kind}_${derivedDigits(purposeOf(form))}`;
}

export interface FormSecrets {
  /** 256 bits as 43 characters of base64url. */
  secret: string;
  /** The same bits. */
  bytes: Uint8Array;
  /** Returns the first `length` of the base62 digits that derive from the same inputs. */
  digits: RandomBase62;
}

/**
 * The secrets of what a form creates: the same for every request of one session, so a request that is
 * sent again can show them again. They derive from the value of the session's cookie and the form's
 * id, neither of which is stored.
 */
export function secretsCreatedBy(
  form: CreatingForm<SecretKind>,
  sessionValue: string,
): FormSecrets {
  const purpose = JSON.stringify(purposeOf(form));
  const bytes = derivedSecret(sessionValue, purpose);
  return {
    bytes,
    secret: bytes.toString("base64url"),
    digits: derivedBase62(sessionValue, purpose),
  };
}

function purposeOf({ kind, member, formId }: CreatingForm): string[] {
  return ["form", kind, member.organizationId, member.id, formId];
}
