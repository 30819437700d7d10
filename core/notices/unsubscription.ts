import { timingSafeEqual } from "node:crypto";
import { derivedSecret } from "../derived-id.ts";
import { type NoticeKind, noticeKinds } from "../members/preferences.ts";
import type { OutboxKey } from "./outbox.ts";

/** What the link at the end of a mail switches off. */
export interface Unsubscription extends OutboxKey {
  kinds: NoticeKind[];
}

/** Whoever has the mail may switch off its kinds, and nothing else: the token opens no session. */
export function unsubscribeToken(
  { organizationId, recipientId, kinds }: Unsubscription,
  secret: string,
): string {
  const signed = [organizationId, recipientId, kinds.join("-")].join(".");
  return `${signed}.${signatureOf(signed, secret).toString("base64url")}`;
}

/** Undefined for a token that was not made with this secret. */
export function unsubscriptionIn(token: string, secret: string): Unsubscription | undefined {
  const [, signed = "", signature = ""] = /^(.*)\.([\w-]+)$/.exec(token) ?? [];
  const given = Buffer.from(signature, "base64url");
  const expected = signatureOf(signed, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [organizationId = "", recipientId = "", kinds = ""] = signed.split(".");
  const named = kinds.split("-");
  return { organizationId, recipientId, kinds: noticeKinds.filter((kind) => named.includes(kind)) };
}

function signatureOf(signed: string, secret: string): Buffer {
  return derivedSecret(secret, `unsubscribe ${signed}`);
}
