interface Noun {
  label: string;
  /** What was done, by verb as the log has it; read after the name of who did it. */
  verbs: Record<string, string>;
}

const nouns: Record<string, Noun> = {
  org: {
    label: "Organization",
    verbs: {
      create: "created the organization",
      rename: "renamed the organization",
      "set-plan": "changed the plan of",
      "set-time-zone": "changed the time zone of",
      delete: "deleted the organization",
    },
  },
  member: {
    label: "Members",
    verbs: {
      invite: "invited",
      "set-role": "changed the role of",
      remove: "removed the member",
      leave: "left the organization:",
    },
  },
  invitation: {
    label: "Invitations",
    verbs: { accept: "accepted the invitation as", revoke: "revoked the invitation of" },
  },
  key: {
    label: "API keys",
    verbs: { create: "created the API key", revoke: "revoked the API key" },
  },
  counter: {
    label: "Counters",
    verbs: {
      create: "created the counter",
      update: "changed the counter",
      archive: "archived the counter",
      restore: "restored the counter",
      import: "imported counters",
      tap: "tapped the counter",
    },
  },
  group: {
    label: "Groups",
    verbs: {
      create: "created the group",
      update: "changed the group",
      delete: "deleted the group",
      adopt: "turned text into the group",
      recount: "recounted the group",
    },
  },
  gate: { label: "Gates", verbs: { create: "made the gate", revoke: "revoked the gate" } },
  embed: {
    label: "Live views",
    verbs: { create: "shared a live view of", revoke: "ended a live view of" },
  },
  alert: {
    label: "Alerts",
    verbs: {
      create: "created the alert",
      update: "changed the alert",
      pause: "paused the alert",
      resume: "resumed the alert",
      delete: "deleted the alert",
    },
  },
  endpoint: {
    label: "Webhooks",
    verbs: {
      create: "created the webhook endpoint",
      update: "changed the webhook endpoint",
      delete: "deleted the webhook endpoint",
    },
  },
  delivery: {
    label: "Deliveries",
    verbs: { resend: "resent the delivery", recover: "resent deliveries of" },
  },
};

/** An action of the log in words; of one that this page does not know, the log's own. */
export function actionSentence(action: string): string {
  const [noun = "", verb = ""] = action.split(".");
  return nouns[noun]?.verbs[verb] ?? action.replaceAll(/[.-]/g, " ");
}

/** For the filter: everything of a noun, and each of its verbs. */
export const actionGroups = Object.entries(nouns).map(([noun, { label, verbs }]) => ({
  group: label,
  items: [
    { value: noun, label: `${label}: everything` },
    ...Object.keys(verbs).map((verb) => ({
      value: `${noun}.${verb}`,
      label: `${label}: ${verb.replaceAll("-", " ")}`,
    })),
  ],
}));
