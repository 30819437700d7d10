import * as z from "zod";
import type { RouteKey } from "../../../api/private/route.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import { askConsole, get, stores } from "../service.ts";

/** Something created, whatever it is, or why it was not. */
export const Created = z
  .object({
    ...{ code: z.string(), error: z.string() },
    ...{ id: z.string(), sessionId: z.string(), key: z.string(), url: z.string() },
    endpoint: z.object({ id: z.string(), nextSecretMadeAt: z.string().nullable() }),
    secret: z.string(),
  })
  .partial();
export type Created = z.infer<typeof Created>;

interface Form {
  what: string;
  create: RouteKey;
  list: RouteKey;
  form: Record<string, unknown>;
  /** Each is a field that a second request sends with another value. */
  others: (counterId: string) => object[];
  /** How a refusal names it. */
  shown: string;
  action: string;
  /** In the list, what was not revoked. */
  isOpen?: (listed: Record<string, unknown>) => boolean;
  secret?: Secret;
}

/** Of what is shown only once, or opens something. */
export interface Secret {
  revoke: RouteKey;
  idOf: (created: Created) => string | undefined;
  /** The status of what is opened with what the response shows. */
  open: (created: Created) => Promise<number>;
}

const organization = "/api/organization/{organizationId}";
const setup = "/api/setup/{organizationId}";
const webhooksOf = "/api/webhooks/{organizationId}";

async function openLink(path: string, { url = "" }: Created): Promise<number> {
  const body = { token: new URL(url).hash.slice(1) };
  return (await askConsole(path, { method: "POST", body })).status;
}

/** Everything that a form creates, in an organization with one counter. */
function formsIn({ id: counterId, organizationId }: StoredCounter): Form[] {
  const rule = { scope: "counter", targetId: counterId, kind: "percent", percent: 50 };
  return [
    {
      what: "API key",
      ...{ create: "POST /api/keys/{organizationId}", list: "GET /api/keys/{organizationId}" },
      ...{ form: { name: "Seven" }, others: () => [{ name: "Other" }] },
      ...{ shown: "Seven", action: "key.create" },
      secret: {
        ...{ revoke: "DELETE /api/keys/{organizationId}/{keyId}", idOf: ({ id }) => id },
        open: async ({ key }) => (await get("/api/v1/counters", key)).status,
      },
    },
    {
      what: "gate link",
      ...{ create: `POST ${organization}/gates`, list: `GET ${organization}/gates` },
      form: { name: "Seven", counterIds: [counterId], endsAt: null },
      others: (other) => [
        ...[{ name: "Other" }, { counterIds: [other] }],
        { endsAt: "2999-01-01T00:00:00.000Z" },
      ],
      ...{ shown: "Seven", action: "gate.create", isOpen: ({ revokedAt }) => revokedAt === null },
      secret: {
        ...{ revoke: `DELETE ${organization}/gates/{gateId}`, idOf: ({ id }) => id },
        ...{ open: (created) => openLink("/api/gates/open", created) },
      },
    },
    {
      what: "invitation",
      ...{ create: `POST ${organization}/invitations`, list: `GET ${organization}/invitations` },
      form: { email: "seven@people.example", role: "member" },
      others: () => [{ email: "other@people.example" }, { role: "admin" }],
      ...{ shown: "seven@people.example", action: "member.invite" },
      secret: {
        revoke: `DELETE ${organization}/invitations/{invitationId}`,
        idOf: ({ id }) => id,
        ...{ open: (created) => openLink("/api/organization/join/look", created) },
      },
    },
    {
      what: "embed",
      create: `POST ${setup}/counters/{counterId}/embeds`,
      list: `GET ${setup}/counters/{counterId}/embeds`,
      ...{ form: { note: "Seven" }, others: () => [{ note: "Other" }] },
      ...{ shown: "Seven", action: "embed.create" },
      secret: {
        ...{ revoke: `DELETE ${setup}/embeds/{sessionId}`, idOf: ({ sessionId }) => sessionId },
        ...{ open: async ({ url = "" }) => (await fetch(url)).status },
      },
    },
    {
      what: "endpoint",
      ...{ create: `POST ${webhooksOf}/endpoints`, list: `GET ${webhooksOf}/endpoints` },
      form: { url: "https://localhost:8443/seven", events: ["counter.increment"] },
      others: () => [{ url: "https://localhost:8443/" }, { events: ["counter.decrement"] }],
      ...{ shown: "https://localhost:8443/seven", action: "endpoint.create" },
      secret: {
        revoke: `DELETE ${webhooksOf}/endpoints/{endpointId}`,
        idOf: ({ endpoint }) => endpoint?.id,
        async open({ endpoint, secret }) {
          const key = { organizationId, endpointId: endpoint?.id ?? "" };
          const stored = await stores.endpoint(key);
          return stored && (await stores.openSecret(stored, key)) === secret ? 200 : 401;
        },
      },
    },
    {
      what: "counter",
      ...{ create: `POST ${setup}/counters`, list: `GET ${setup}/counters` },
      ...{ form: { name: "Seven" }, shown: "Seven", action: "counter.create" },
      others: () => [
        ...[{ name: "Other" }, { mode: "increment-only" }],
        ...[{ incrementStep: 2 }, { goalTarget: 5 }],
      ],
      isOpen: ({ name }) => name === "Seven",
    },
    {
      what: "group",
      ...{ create: `POST ${setup}/groups`, list: `GET ${setup}/groups` },
      form: { name: "Seven", capacity: 5 },
      others: () => [{ name: "Other" }, { capacity: 6 }],
      ...{ shown: "Seven", action: "group.create" },
    },
    {
      what: "alert",
      ...{ create: "POST /api/alerts/{organizationId}", list: "GET /api/alerts/{organizationId}" },
      form: { name: "Seven", ...rule },
      others: (targetId) => [
        ...[{ name: "Other" }, { targetId }],
        ...[{ percent: 60 }, { rearmBelow: 1 }],
      ],
      ...{ shown: "Seven", action: "alert.create" },
    },
  ];
}

export const secrets = ["API key", "gate link", "invitation", "embed", "endpoint"];
export const forms = [...secrets, "counter", "group", "alert"];

/** The form of one of them, in an organization with this counter. */
export function formOf(what: string, counter: StoredCounter): Form {
  const form = formsIn(counter).find((each) => each.what === what);
  if (form === undefined) throw new Error(`no ${what}`);
  return form;
}
