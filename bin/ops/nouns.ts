import type { Command } from "commander";

/** A noun of the command line: its verbs bring parts of the AWS SDK, so only a used noun has them. */
export interface Noun {
  name: string;
  summary: string;
  load(): Promise<(noun: Command) => void>;
}

export const nouns: Noun[] = [
  {
    name: "org",
    summary: "organizations",
    async load() {
      const [{ addOrganizationVerbs }, { addExport }, { addDelete }] = await Promise.all([
        import("./organizations/org.ts"),
        import("./data/org-export.ts"),
        import("./data/org-delete.ts"),
      ]);
      return (noun) => {
        for (const add of [addOrganizationVerbs, addExport, addDelete]) add(noun);
      };
    },
  },
  {
    name: "key",
    summary: "API keys",
    load: async () => (await import("./keys/key.ts")).addKeyVerbs,
  },
  {
    name: "member",
    summary: "people of an organization",
    load: async () => (await import("./members/member.ts")).addMemberVerbs,
  },
  {
    name: "invitation",
    summary: "invitations that nobody has accepted yet",
    load: async () => (await import("./members/invitation.ts")).addInvitationVerbs,
  },
  {
    name: "counter",
    summary: "counters",
    load: async () => (await import("./counters/counter.ts")).addCounterVerbs,
  },
  {
    name: "group",
    summary: "groups of counters",
    load: async () => (await import("./groups/group.ts")).addGroupVerbs,
  },
  {
    name: "alert",
    summary: "threshold alerts",
    load: async () => (await import("./alerts/alert.ts")).addAlertVerbs,
  },
  {
    name: "embed",
    summary: "public embeds of counters",
    load: async () => (await import("./embeds/embed.ts")).addEmbedVerbs,
  },
  {
    name: "gate",
    summary: "links to count without an account",
    load: async () => (await import("./gates/gate.ts")).addGateVerbs,
  },
  {
    name: "endpoint",
    summary: "webhook endpoints",
    load: async () => (await import("./webhooks/endpoint.ts")).addEndpointVerbs,
  },
  {
    name: "delivery",
    summary: "deliveries of webhooks",
    load: async () => (await import("./webhooks/delivery.ts")).addDeliveryVerbs,
  },
  {
    name: "dead-letter",
    summary: "attempts and stream records that could not be handled",
    load: async () => (await import("./webhooks/dead-letter.ts")).addDeadLetterVerbs,
  },
  {
    name: "audit",
    summary: "who changed what",
    load: async () => (await import("./audit/audit.ts")).addAuditVerbs,
  },
  {
    name: "data",
    summary: "recovery of lost or damaged data",
    load: async () => (await import("./data/data.ts")).addDataVerbs,
  },
];
