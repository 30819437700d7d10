import * as z from "zod";
import { areaRoutes, arn, type HttpFunction, keyBrand, tableName } from "./definition.ts";

/** What every function of the private API is told. */
export const privateVariables = {
  CONSOLE_URL: z.url(),
  // With these a session's cookie is authorized: session, person and membership.
  SESSIONS_TABLE: tableName,
  PEOPLE_TABLE: tableName,
  MEMBERS_TABLE: tableName,
  ORGANIZATIONS_TABLE: tableName,
  RATE_LIMITS_TABLE: tableName,
};

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
    ...areaRoutes("session"),
  ],
  environment: z.object({
    ...privateVariables,
    ...addressVariables,
    ORGANIZATION_DELETIONS_TABLE: tableName,
    OIDC_ISSUER: z.url(),
    OIDC_CLIENT_ID: z.string().min(1),
    /** Without it the client is public, and PKCE alone protects the code. */
    OIDC_CLIENT_SECRET_ARN: arn.optional(),
  }),
} satisfies HttpFunction;

/** An organization with its members, invitations, gates and audit log. */
export const manageOrganization = {
  name: "manage-organization",
  folder: "organizations",
  routes: areaRoutes("organization"),
  environment: z.object({
    ...privateVariables,
    ...addressVariables,
    COUNTERS_TABLE: tableName,
    INVITATIONS_TABLE: tableName,
    GATES_TABLE: tableName,
    AUDIT_ENTRIES_TABLE: tableName,
  }),
} satisfies HttpFunction;

/** Deletes an organization with all that it has; alone, because it may remove from most tables. */
export const deleteOrganization = {
  name: "delete-organization",
  folder: "organizations",
  routes: areaRoutes("deletion"),
  environment: z.object({
    ...privateVariables,
    ORGANIZATION_DELETIONS_TABLE: tableName,
    API_KEYS_TABLE: tableName,
    COUNTERS_TABLE: tableName,
    COUNT_EVENTS_TABLE: tableName,
    COUNT_MARKS_TABLE: tableName,
    SETTINGS_CHANGES_TABLE: tableName,
    WEBHOOK_ENDPOINTS_TABLE: tableName,
    DELIVERIES_TABLE: tableName,
    EMBED_SESSIONS_TABLE: tableName,
    COUNTER_GROUPS_TABLE: tableName,
    GROUP_MEMBERS_TABLE: tableName,
    ALERTS_TABLE: tableName,
    ALERT_FIRINGS_TABLE: tableName,
    INVITATIONS_TABLE: tableName,
    GATES_TABLE: tableName,
    AUDIT_ENTRIES_TABLE: tableName,
  }),
} satisfies HttpFunction;

/** API keys of an organization. */
export const manageKeys = {
  name: "manage-keys",
  folder: "organizations",
  routes: areaRoutes("keys"),
  environment: z.object({
    ...privateVariables,
    /** {api_url}, which the keys open. */
    API_URL: z.url(),
    KEY_BRAND: keyBrand,
    API_KEYS_TABLE: tableName,
    AUDIT_ENTRIES_TABLE: tableName,
  }),
} satisfies HttpFunction;

/** Alerts of an organization and what they fired. */
export const manageAlerts = {
  name: "manage-alerts",
  folder: "alerts",
  routes: areaRoutes("alerts"),
  environment: z.object({
    ...privateVariables,
    COUNTERS_TABLE: tableName,
    COUNTER_GROUPS_TABLE: tableName,
    GROUP_MEMBERS_TABLE: tableName,
    ALERTS_TABLE: tableName,
    ALERT_FIRINGS_TABLE: tableName,
    WEBHOOK_ENDPOINTS_TABLE: tableName,
    AUDIT_ENTRIES_TABLE: tableName,
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
    { methods: ["GET"], path: "/api/counters/{counterId}" },
    { methods: ["POST"], path: "/api/gates/open" },
    { methods: ["GET"], path: "/api/gates/{gateId}" },
    { methods: ["GET"], path: "/api/gates/{gateId}/counters/{counterId}", separateLimit: true },
    {
      methods: ["POST"],
      path: "/api/gates/{gateId}/counters/{counterId}/taps",
      separateLimit: true,
    },
  ],
  environment: z.object({
    ...privateVariables,
    ...addressVariables,
    COUNTERS_TABLE: tableName,
    COUNT_EVENTS_TABLE: tableName,
    COUNT_MARKS_TABLE: tableName,
    IDEMPOTENCY_KEYS_TABLE: tableName,
    COUNTER_GROUPS_TABLE: tableName,
    GATES_TABLE: tableName,
  }),
} satisfies HttpFunction;

/** Counters, groups and embeds as the console manages them; counting itself is count-taps. */
export const manageCounters = {
  name: "manage-counters",
  folder: "counters",
  routes: areaRoutes("setup"),
  environment: z.object({
    ...privateVariables,
    /** {base_url}: where embeds are. */
    BASE_URL: z.url(),
    COUNTERS_TABLE: tableName,
    SETTINGS_CHANGES_TABLE: tableName,
    COUNTER_GROUPS_TABLE: tableName,
    GROUP_MEMBERS_TABLE: tableName,
    COUNT_MARKS_TABLE: tableName,
    ALERTS_TABLE: tableName,
    EMBED_SESSIONS_TABLE: tableName,
    AUDIT_ENTRIES_TABLE: tableName,
  }),
} satisfies HttpFunction;

/** Charts of what was counted, and the history of counters. */
export const showCharts = {
  name: "show-charts",
  folder: "charts",
  routes: areaRoutes("charts"),
  environment: z.object({
    ...privateVariables,
    COUNTERS_TABLE: tableName,
    COUNT_EVENTS_TABLE: tableName,
    COUNT_MARKS_TABLE: tableName,
    COUNTER_GROUPS_TABLE: tableName,
  }),
} satisfies HttpFunction;

/** Webhook endpoints, their deliveries, and what became of events. */
export const manageWebhooks = {
  name: "manage-webhooks",
  folder: "webhooks",
  routes: areaRoutes("webhooks"),
  environment: z.object({
    ...privateVariables,
    /** {api_url}, which describes the webhooks. */
    API_URL: z.url(),
    WEBHOOK_ENDPOINTS_TABLE: tableName,
    DELIVERIES_TABLE: tableName,
    DATA_KEYS_TABLE: tableName,
    COUNTERS_TABLE: tableName,
    COUNT_EVENTS_TABLE: tableName,
    ALERT_FIRINGS_TABLE: tableName,
    AUDIT_ENTRIES_TABLE: tableName,
    SECRETS_KEY_ARN: arn,
    RETRIES_QUEUE_URL: z.url(),
    SLOW_ATTEMPTS_QUEUE_URL: z.url(),
    /** Ranges beside the public ones that may be sent to, for example `127.0.0.0/8`. */
    ALLOWED_RECEIVER_ADDRESSES: z.string(),
  }),
} satisfies HttpFunction;
