import { type AuditAction, auditAction, auditActions } from "../../../core/audit/audit-action.ts";

/** What was done; read after the name of who did it, and before the name of its target. */
const sentences: Record<AuditAction, string> = {
  "org.create": "created the organization",
  "org.rename": "renamed the organization",
  "org.set-plan": "changed the plan of",
  "org.set-time-zone": "changed the time zone of",
  "org.set-day-start": "changed the start of the day of",
  "org.set-language": "changed the language of",
  "org.set-mails": "changed who gets mails of",
  "org.pin": "chose the tiles of the overview of",
  "org.delete": "deleted the organization",
  "member.invite": "invited",
  "member.set-role": "changed the role of",
  "member.remove": "removed the member",
  "member.leave": "left the organization:",
  "invitation.accept": "accepted the invitation",
  "invitation.revoke": "revoked the invitation of",
  "key.create": "created the API key",
  "key.revoke": "revoked the API key",
  "counter.create": "created the counter",
  "counter.update": "changed the counter",
  "counter.adjust": "set the count of",
  "counter.archive": "archived the counter",
  "counter.restore": "restored the counter",
  "counter.import": "imported counters",
  "group.create": "created the group",
  "group.update": "changed the group",
  "group.reset": "reset the counters of",
  "group.delete": "deleted the group",
  "gate.create": "created the gate",
  "gate.revoke": "revoked the gate",
  "embed.create": "created an embed of",
  "embed.revoke": "revoked an embed of",
  "alert.create": "created the alert",
  "alert.update": "changed the alert",
  "alert.pause": "paused the alert",
  "alert.resume": "resumed the alert",
  "alert.delete": "deleted the alert",
  "endpoint.create": "created the webhook endpoint",
  "endpoint.update": "changed the webhook endpoint",
  "endpoint.pause": "paused the webhook endpoint",
  "endpoint.resume": "resumed the webhook endpoint",
  "endpoint.replace-secret": "created the next secret of",
  "endpoint.activate-secret": "activated the next secret of",
  "endpoint.discard-secret": "discarded the next secret of",
  "endpoint.delete": "deleted the webhook endpoint",
  "channel.add": "added the chat channel",
  "channel.change": "changed the chat channel",
  "channel.remove": "removed the chat channel",
  "delivery.resend": "resent the delivery",
  "delivery.recover": "resent deliveries of",
  "data.begin-restore": "began to restore from a backup:",
  "data.restore": "restored from a backup:",
  "data.remove-damaged": "removed damaged data:",
  "data.repair": "computed stored numbers anew of",
};

type Noun = AuditAction extends `${infer First}.${string}` ? First : never;

const labels: Record<Noun, string> = {
  org: "Organization",
  member: "Members",
  invitation: "Invitations",
  key: "API keys",
  counter: "Counters",
  group: "Groups",
  gate: "Gates",
  embed: "Embeds",
  alert: "Alerts",
  endpoint: "Endpoints",
  channel: "Chat channels",
  delivery: "Deliveries",
  data: "Stored data",
};

/** What an entry says was done, in words; the log's own for an action that this page does not know. */
export function actionSentence(entry: {
  action: string;
  after: Record<string, unknown> | null;
}): string {
  const action = auditAction(entry.action);
  if (action === undefined) return entry.action.replaceAll(/[.-]/g, " ");
  // One request takes out a part of many counters, and the group is still there.
  if (action === "group.delete" && entry.after !== null) return "took counters out of the group";
  if (action === "counter.adjust" && entry.after?.undoes === true) {
    return "undid a change of the count of";
  }
  return sentences[action];
}

/** For the filter: everything of a noun, and each of its verbs. */
export const actionGroups = Object.entries(labels).map(([noun, label]) => ({
  group: label,
  items: [
    { value: noun, label: `${label}: everything` },
    ...auditActions
      .filter((action) => action.startsWith(`${noun}.`))
      .map((action) => ({
        value: action,
        label: `${label}: ${action.slice(noun.length + 1).replaceAll("-", " ")}`,
      })),
  ],
}));
