// Without zod: the console's table of texts is over these actions.

/**
 * What can be done to an organization: noun and verb, as the command line has them; `counter.adjust` is
 * `counter set` and `counter reset`.
 */
export const auditActions = [
  "org.create",
  "org.rename",
  "org.set-plan",
  "org.set-time-zone",
  "org.set-day-start",
  "org.set-language",
  "org.set-mails",
  "org.pin",
  "org.delete",
  "member.invite",
  "member.set-role",
  "member.remove",
  "member.leave",
  "invitation.accept",
  "invitation.revoke",
  "key.create",
  "key.revoke",
  "counter.create",
  "counter.update",
  "counter.adjust",
  "counter.archive",
  "counter.restore",
  "counter.import",
  "group.create",
  "group.update",
  "group.reset",
  "group.delete",
  "gate.create",
  "gate.revoke",
  "embed.create",
  "embed.revoke",
  "alert.create",
  "alert.update",
  "alert.pause",
  "alert.resume",
  "alert.delete",
  "endpoint.create",
  "endpoint.update",
  "endpoint.pause",
  "endpoint.resume",
  "endpoint.replace-secret",
  "endpoint.activate-secret",
  "endpoint.discard-secret",
  "endpoint.delete",
  "channel.add",
  "channel.change",
  "channel.remove",
  "delivery.resend",
  "delivery.recover",
  "data.begin-restore",
  "data.restore",
  "data.remove-damaged",
  "data.repair",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Undefined for text that is no action, which a log of another version can have. */
export function auditAction(text: string): AuditAction | undefined {
  return auditActions.find((action) => action === text);
}
