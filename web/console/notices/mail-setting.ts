/**
 * Where the mails are, which a laptop's page says; empty elsewhere, and undefined where this deployment
 * sends no mail.
 */
export function mailboxUrl(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="mailbox"]')?.content;
}
