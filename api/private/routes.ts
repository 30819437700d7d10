import { alertRoutes } from "./alerts.ts";
import { auditRoutes } from "./audit.ts";
import { chartRoutes } from "./charts.ts";
import { counterRoutes, importRoutes } from "./counters.ts";
import { countingRoutes } from "./counting.ts";
import { deletionRoutes } from "./deletion.ts";
import { deliveryRoutes, eventRoutes } from "./deliveries.ts";
import { embedRoutes } from "./embeds.ts";
import { gateRoutes } from "./gates.ts";
import { groupRoutes } from "./groups.ts";
import { keyRoutes } from "./keys.ts";
import { mailRoutes } from "./mail.ts";
import { joinRoutes, memberRoutes } from "./members.ts";
import { chatRoutes, noticeRoutes } from "./notices.ts";
import { organizationRoutes } from "./organizations.ts";
import { overviewRoutes } from "./overview.ts";
import { redrawRoutes } from "./redraws.ts";
import { reportRoutes } from "./reports.ts";
import type { Routes } from "./route.ts";
import { sessionRoutes } from "./sessions.ts";
import { endpointRoutes } from "./webhooks.ts";

/** Every route of the private API, by its key. */
export const privateRoutes = {
  ...alertRoutes,
  ...auditRoutes,
  ...chartRoutes,
  ...chatRoutes,
  ...countingRoutes,
  ...counterRoutes,
  ...deletionRoutes,
  ...deliveryRoutes,
  ...endpointRoutes,
  ...eventRoutes,
  ...gateRoutes,
  ...joinRoutes,
  ...embedRoutes,
  ...groupRoutes,
  ...importRoutes,
  ...keyRoutes,
  ...mailRoutes,
  ...memberRoutes,
  ...noticeRoutes,
  ...organizationRoutes,
  ...redrawRoutes,
  ...reportRoutes,
  ...overviewRoutes,
  ...sessionRoutes,
} satisfies Routes;

export type PrivateRoutes = typeof privateRoutes;
