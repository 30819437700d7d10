import * as z from "zod/mini";
import type { TableName } from "../../core/tables.ts";
import {
  areaRoutes,
  arn,
  type GatewayRoute,
  type HttpFunction,
  keyBrand,
  list,
  tableName,
} from "./definition.ts";

/** With these a request is authorized: session, person, membership, and the person's limit. */
const privateTables = [
  "sessions",
  "people",
  "members",
  "organizations",
  "rateLimits",
] satisfies TableName[];

/** What a function is told that counts by the viewer's address. */
const addressVariables = {
  /** With this secret the CDN proves that it says who the viewer is. */
  ORIGIN_SECRET_ARN: arn,
};

/** Signing in and out, and who is signed in. */
export const manageSessions = {
  name: "manage-sessions",
  folder: "sessions",
  routes: [
    { methods: ["GET"], path: "/sign-in" },
    { methods: ["GET"], path: "/sign-in/callback" },
    { methods: ["GET"], path: "/sign-out" },
    ...areaRoutes("session"),
  ],
  tables: [...privateTables, "organizationDeletions"],
  environment: z.object({
    CONSOLE_URL: z.url(),
    ...addressVariables,
    OIDC_ISSUER: z.url(),
    OIDC_CLIENT_ID: z.string().check(z.minLength(1)),
    /** Without it the client is public, and PKCE alone protects the code. */
    OIDC_CLIENT_SECRET_ARN: z.optional(arn),
  }),
  assets: ["message-page/message-page.css"],
} satisfies HttpFunction;

/** An organization with its members, what they hear of, invitations, gates and audit log. */
export const manageOrganization = {
  name: "manage-organization",
  folder: "organizations",
  routes: areaRoutes("organization"),
  tables: [...privateTables, "counters", "invitations", "gates", "auditEntries"],
  environment: z.object({
    CONSOLE_URL: z.url(),
    ...addressVariables,
    /** Only where people get mail: what signs the links that switch it off. */
    UNSUBSCRIBE_SECRET_ARN: z.optional(arn),
    /** Only where people get mail, as the next two. */
    NOTICES_TABLE: z.optional(tableName),
    NOTICES_QUEUE_URL: z.optional(z.url()),
    INVITATION_MAILS_PER_DAY: z._default(z.pipe(z.string(), z.transform(Number)), 0),
  }),
  assets: ["message-page/message-page.css"],
} satisfies HttpFunction;

/** Of mails; served only where people get some. */
export const unsubscribeRoute: GatewayRoute = { methods: ["ANY"], path: "/unsubscribe" };

/** Deletes an organization with all that it has; alone, because it may remove from most tables. */
export const deleteOrganization = {
  name: "delete-organization",
  folder: "data",
  routes: areaRoutes("deletion"),
  tables: [
    ...privateTables,
    "organizationDeletions",
    "apiKeys",
    "counters",
    "countEvents",
    "countMarks",
    "settingsChanges",
    "webhookEndpoints",
    "deliveries",
    "embedSessions",
    "counterGroups",
    "groupMembers",
    "alerts",
    "alertFirings",
    "invitations",
    "gates",
    "auditEntries",
  ],
  environment: z.object({
    CONSOLE_URL: z.url(),
    /** Only where people get mail. */
    NOTICES_TABLE: z.optional(tableName),
  }),
} satisfies HttpFunction;

/** API keys of an organization. */
export const manageKeys = {
  name: "manage-keys",
  folder: "keys",
  routes: areaRoutes("keys"),
  tables: [...privateTables, "apiKeys", "auditEntries"],
  environment: z.object({
    CONSOLE_URL: z.url(),
    /** {api_url}, which the keys open. */
    API_URL: z.url(),
    KEY_BRAND: keyBrand,
  }),
} satisfies HttpFunction;

/** Alerts of an organization and what they fired. */
export const manageAlerts = {
  name: "manage-alerts",
  folder: "alerts",
  routes: areaRoutes("alerts"),
  tables: [
    ...privateTables,
    "counters",
    "counterGroups",
    "groupMembers",
    "alerts",
    "alertFirings",
    "webhookEndpoints",
    "auditEntries",
  ],
  environment: z.object({
    CONSOLE_URL: z.url(),
  }),
} satisfies HttpFunction;

/** Counters as members and gates see them, and their taps. */
export const countTaps = {
  name: "count-taps",
  folder: "counting",
  routes: [
    { methods: ["GET"], path: "/api/organizations/{organizationId}/counters" },
    {
      methods: ["GET"],
      path: "/api/organizations/{organizationId}/counters/{counterId}",
      separateLimit: true,
    },
    {
      methods: ["POST"],
      path: "/api/organizations/{organizationId}/counters/{counterId}/taps",
      separateLimit: true,
    },
    {
      methods: ["POST"],
      path: "/api/organizations/{organizationId}/counters/{counterId}/undos",
      separateLimit: true,
    },
    { methods: ["GET"], path: "/api/counters/{counterId}" },
    { methods: ["POST"], path: "/api/gates/open" },
    { methods: ["GET"], path: "/api/gates" },
    { methods: ["GET"], path: "/api/gates/{gateId}" },
    { methods: ["GET"], path: "/api/gates/{gateId}/counters/{counterId}", separateLimit: true },
    {
      methods: ["GET"],
      path: "/api/gates/{gateId}/counters/{counterId}/today",
      separateLimit: true,
    },
    {
      methods: ["POST"],
      path: "/api/gates/{gateId}/counters/{counterId}/taps",
      separateLimit: true,
    },
    {
      methods: ["POST"],
      path: "/api/gates/{gateId}/counters/{counterId}/undos",
      separateLimit: true,
    },
  ],
  tables: [
    ...privateTables,
    "counters",
    "countEvents",
    "countMarks",
    "idempotencyKeys",
    "counterGroups",
    "groupMembers",
    "alerts",
    "gates",
  ],
  environment: z.object({
    CONSOLE_URL: z.url(),
    ...addressVariables,
  }),
} satisfies HttpFunction;

/** Counters, groups and embeds as the console manages them; taps and undos belong to count-taps. */
export const manageCounters = {
  name: "manage-counters",
  folder: "counters",
  routes: areaRoutes("setup"),
  tables: [
    ...privateTables,
    "counters",
    "countEvents",
    "idempotencyKeys",
    "settingsChanges",
    "counterGroups",
    "groupMembers",
    "countMarks",
    "alerts",
    "embedSessions",
    "auditEntries",
  ],
  environment: z.object({
    CONSOLE_URL: z.url(),
    /** {base_url}: where embeds are. */
    BASE_URL: z.url(),
  }),
} satisfies HttpFunction;

/** Charts of what was counted, reports on it, and the history of counters. */
export const showCharts = {
  name: "show-charts",
  folder: "charts",
  routes: [...areaRoutes("charts"), ...areaRoutes("reports")],
  tables: [...privateTables, "counters", "countEvents", "countMarks", "counterGroups"],
  environment: z.object({
    CONSOLE_URL: z.url(),
  }),
} satisfies HttpFunction;

/** What happens in an organization now, at a glance. */
export const showOverview = {
  name: "show-overview",
  folder: "overview",
  routes: areaRoutes("overview"),
  tables: [
    ...privateTables,
    "counters",
    "counterGroups",
    "countMarks",
    "alertFirings",
    "webhookEndpoints",
    "deliveries",
    "gates",
    "auditEntries",
  ],
  environment: z.object({
    CONSOLE_URL: z.url(),
  }),
} satisfies HttpFunction;

/** Webhook endpoints, their deliveries, what became of events, and chat channels. */
export const manageWebhooks = {
  name: "manage-webhooks",
  folder: "webhooks",
  routes: areaRoutes("webhooks"),
  tables: [
    ...privateTables,
    "webhookEndpoints",
    "deliveries",
    "dataKeys",
    "counters",
    "counterGroups",
    "countEvents",
    "alertFirings",
    "auditEntries",
  ],
  environment: z.object({
    CONSOLE_URL: z.url(),
    /** {api_url}, which describes the webhooks. */
    API_URL: z.url(),
    /** {base_url}, whose guides say what to do about findings. */
    BASE_URL: z.url(),
    SECRETS_KEY_ARN: arn,
    RETRIES_QUEUE_URL: z.url(),
    SLOW_ATTEMPTS_QUEUE_URL: z.url(),
    /** Ranges that may be sent to in addition to public addresses, for example `127.0.0.0/8`. */
    ALLOWED_RECEIVER_ADDRESSES: list,
    /** Only where people get mail. */
    NOTICES_TABLE: z.optional(tableName),
  }),
} satisfies HttpFunction;
