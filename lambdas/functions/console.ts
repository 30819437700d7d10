import * as z from "zod/mini";
import { type Language, languages } from "../../core/languages.ts";
import { type HttpFunction, noVariables, type Surface } from "./definition.ts";
import {
  countTaps,
  deleteOrganization,
  manageAlerts,
  manageCounters,
  manageKeys,
  manageOrganization,
  manageSessions,
  manageWebhooks,
  showCharts,
  showOverview,
} from "./private-api.ts";

/** The script with the messages of a language. */
export const languageFile = (language: Language) => `languages/${language}.ts` as const;

/** Files of web/ that are served under hashed names, and may be kept for a year. */
export const hashedFiles = [
  "count/count.ts",
  "count/count.css",
  "start/start.ts",
  "start/start.css",
  ...languages.map(languageFile),
  "console/icon-180.png",
  "console/icon-192.png",
  "console/icon-512.png",
  "console/icon-maskable.png",
] as const;
/** The app's script and style have such names, too; it is built in another way. */
export type HashedFile = (typeof hashedFiles)[number] | "console/main.tsx" | "console/main.css";

/** Pages contain no personal data. What they show comes from the private API. */
export const showConsole = {
  name: "show-console",
  folder: "console",
  routes: [
    { methods: ["GET", "HEAD"], path: "/" },
    { methods: ["GET", "HEAD"], path: "/join" },
    { methods: ["GET", "HEAD"], path: "/gate" },
    { methods: ["GET", "HEAD"], path: "/count/{counterId}" },
    { methods: ["GET", "HEAD"], path: "/organizations/{organizationId}" },
    { methods: ["GET", "HEAD"], path: "/organizations/{organizationId}/{page+}" },
  ],
  environment: z.object({
    /** {base_url}: its embeds are previewed in a frame, and pages link to its docs. */
    BASE_URL: z.url(),
    /** Only where people get mail. */
    SENDS_MAIL: z.optional(z.literal("true")),
    /** Only on a laptop: where the mails are. */
    LOCAL_MAILBOX_URL: z.optional(z.url()),
  }),
  hashedFiles: "list",
} satisfies HttpFunction;

export const getConsoleFile = {
  name: "get-console-file",
  folder: "console",
  routes: [
    { methods: ["GET", "HEAD"], path: "/assets/{file}" },
    { methods: ["GET", "HEAD"], path: "/count/worker.js" },
    { methods: ["GET", "HEAD"], path: "/manifest.webmanifest" },
    { methods: ["GET", "HEAD"], path: "/favicon.ico" },
    { methods: ["GET", "HEAD"], path: "/robots.txt" },
  ],
  environment: noVariables,
  assets: ["count/worker/worker.ts", "home/favicon.ico", "console/robots.txt"],
  hashedFiles: "files",
} satisfies HttpFunction;

/** {console_url}: where people sign in and count. */
export const consoleSurface = {
  name: "console",
  functions: [
    showConsole,
    getConsoleFile,
    manageSessions,
    manageOrganization,
    deleteOrganization,
    manageCounters,
    manageKeys,
    manageAlerts,
    countTaps,
    showCharts,
    showOverview,
    manageWebhooks,
  ],
  refuse: {
    name: "refuse-console-request",
    folder: "console",
    environment: noVariables,
    hashedFiles: "list",
  },
} satisfies Surface;
