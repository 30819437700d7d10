import * as z from "zod/mini";
import type { TableName } from "../../core/tables.ts";
import {
  type FunctionDefinition,
  type HttpFunction,
  noVariables,
  type Surface,
} from "./definition.ts";

const tables = [
  "organizations",
  "embedSessions",
  "counters",
  "counterGroups",
] satisfies TableName[];

export const showHome = {
  name: "show-home",
  folder: "site",
  routes: [{ methods: ["GET", "HEAD"], path: "/" }],
  environment: z.object({
    API_URL: z.url(),
    BASE_URL: z.url(),
    CONSOLE_URL: z.url(),
    /** The id of the embed that the page shows; without it, a drawing of the product. */
    HOME_EMBED: z.optional(z.string()),
  }),
  assets: ["home/home.css"],
} satisfies HttpFunction;

export const getSiteFile = {
  name: "get-site-file",
  folder: "site",
  routes: [
    { methods: ["GET", "HEAD"], path: "/favicon.ico" },
    { methods: ["GET", "HEAD"], path: "/robots.txt" },
  ],
  environment: noVariables,
  assets: ["home/favicon.ico", "home/robots.txt"],
} satisfies HttpFunction;

/** The docs, which `lib/docs-site` builds. */
export const showDocs = {
  name: "show-docs",
  folder: "site",
  routes: [
    { methods: ["GET", "HEAD"], path: "/docs" },
    { methods: ["GET", "HEAD"], path: "/docs/{page+}" },
  ],
  environment: z.object({ API_URL: z.url(), BASE_URL: z.url(), CONSOLE_URL: z.url() }),
  hasDocs: true,
} satisfies HttpFunction;

export const getOembed = {
  name: "get-oembed",
  folder: "embeds",
  routes: [{ methods: ["GET", "HEAD"], path: "/api/oembed" }],
  tables,
  environment: z.object({ BASE_URL: z.url() }),
} satisfies HttpFunction;

export const showEmbed = {
  name: "show-embed",
  folder: "embeds",
  routes: [
    { methods: ["GET", "HEAD"], path: "/embed/{sessionId}" },
    // Where the CDN asks for a page with `lang` in its query.
    { methods: ["GET", "HEAD"], path: "/embed/{sessionId}/in/{lang}" },
  ],
  tables,
  environment: z.object({ BASE_URL: z.url() }),
  assets: ["embed/embed.ts", "embed/embed.css"],
} satisfies HttpFunction;

export const getEmbedCount = {
  name: "get-embed-count",
  folder: "embeds",
  routes: [{ methods: ["GET", "HEAD"], path: "/embed/{sessionId}/count" }],
  tables,
  environment: noVariables,
} satisfies HttpFunction;

export const showBadge = {
  name: "show-badge",
  folder: "embeds",
  routes: [
    { methods: ["GET", "HEAD"], path: "/embed/{sessionId}/badge.svg" },
    // Where the CDN asks for one with looks in its query.
    { methods: ["GET", "HEAD"], path: "/embed/{sessionId}/badge.svg/{looks}" },
  ],
  tables,
  environment: noVariables,
} satisfies HttpFunction;

export const showScreen = {
  name: "show-screen",
  folder: "embeds",
  routes: [{ methods: ["GET", "HEAD"], path: "/screen/{sessionId}" }],
  environment: z.object({ BASE_URL: z.url() }),
  assets: ["screen/screen.ts", "screen/screen.css"],
} satisfies HttpFunction;

export const refuseSiteRequest = {
  name: "refuse-site-request",
  folder: "site",
  environment: z.object({ CONSOLE_URL: z.url() }),
  assets: ["home/home.css"],
} satisfies FunctionDefinition;

/** {base_url}: the public site. */
export const siteSurface = {
  name: "site",
  functions: [
    ...[showHome, getSiteFile, showDocs],
    ...[getOembed, showEmbed, getEmbedCount, showBadge, showScreen],
  ],
  refuse: refuseSiteRequest,
} satisfies Surface;
