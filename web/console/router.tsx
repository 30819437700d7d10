import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { may } from "../../core/members/role.ts";
import { sessionQuery } from "./api/session.ts";
import { auditSearch } from "./audit/audit-search.ts";
import { counterSearch } from "./counters/counter-search.ts";
import { reportSearch } from "./reports/report-search.ts";
import { FailedPage, LoadingPage, MissingPage } from "./shell/page-states.tsx";
import { lazyPage } from "./shell/parts.tsx";
import { Shell } from "./shell/shell.tsx";

/** Bounds what a page parses. */
const maximumCharacters = 200;

/**
 * The texts of the URL's query that have these names, as they are. The page that is loaded for them says
 * which are valid: the routes, which every page loads, do without zod.
 */
function searchTexts<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): SearchTexts<Name> => {
    const texts: SearchTexts<Name> = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === "string" && value.length <= maximumCharacters) texts[name] = value;
    }
    return texts;
  };
}

type SearchTexts<Name extends string> = { [name in Name]?: string | undefined };

/** What the chart of a page shows. */
const chart = searchTexts("last", "since", "until", "by");

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
});

const organization = createRoute({
  getParentRoute: () => root,
  path: "/organizations/$organizationId",
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionQuery),
  component: Shell,
});

/** Outside of the shell, which stands around organizations that exist. */
const deletion = createRoute({
  getParentRoute: () => root,
  path: "/organizations/$organizationId/deletion",
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionQuery),
  component: lazyPage(() => import("./organizations/deletion-page.tsx"), "DeletionPage"),
});

/** In the shell of an organization. */
const inside = <Path extends string>(path: Path) => ({
  getParentRoute: () => organization,
  path,
});

const home = createRoute({
  ...inside("/"),
  // Who only counts has no overview.
  beforeLoad: async ({ context, params }) => {
    // Where this fails, the shell's own read says why.
    const session = await context.queryClient.ensureQueryData(sessionQuery).catch(() => undefined);
    if (session === undefined) return;
    const role = session.organizations.find(({ id }) => id === params.organizationId)?.role;
    if (role !== undefined && may(role, "manage_counters")) return;
    throw redirect({ to: "/organizations/$organizationId/counters", params, replace: true });
  },
  component: lazyPage(() => import("./overview/overview-page.tsx"), "OverviewPage"),
});

const counters = createRoute({
  ...inside("/counters"),
  validateSearch: (search) => counterSearch(search),
  component: lazyPage(() => import("./counters/counters-page.tsx"), "CountersPage"),
});

const apiKeys = createRoute({
  ...inside("/settings/api-keys"),
  component: lazyPage(() => import("./keys/keys-page.tsx"), "KeysPage"),
});

const members = createRoute({
  ...inside("/settings/members"),
  component: lazyPage(() => import("./members/members-page.tsx"), "MembersPage"),
});

const notifications = createRoute({
  ...inside("/notifications"),
  component: lazyPage(() => import("./notices/notifications-page.tsx"), "NotificationsPage"),
});

const organizationSettings = createRoute({
  ...inside("/settings/organization"),
  component: lazyPage(() => import("./organizations/organization-page.tsx"), "OrganizationPage"),
});

const audit = createRoute({
  ...inside("/settings/audit"),
  validateSearch: (search) => auditSearch(search),
  component: lazyPage(() => import("./audit/audit-page.tsx"), "AuditPage"),
});

const alerts = createRoute({
  ...inside("/alerts"),
  component: lazyPage(() => import("./alerts/alerts-page.tsx"), "AlertsPage"),
});

const alert = createRoute({
  ...inside("/alerts/$alertId"),
  validateSearch: chart,
  component: lazyPage(() => import("./alerts/alert-page.tsx"), "AlertPage"),
});

const counter = createRoute({
  ...inside("/counters/$counterId"),
  validateSearch: chart,
  component: lazyPage(() => import("./counters/counter-page.tsx"), "CounterPage"),
});

const groups = createRoute({
  ...inside("/groups"),
  component: lazyPage(() => import("./groups/groups-page.tsx"), "GroupsPage"),
});

const group = createRoute({
  ...inside("/groups/$groupId"),
  validateSearch: chart,
  component: lazyPage(() => import("./groups/group-page.tsx"), "GroupPage"),
});

const reports = createRoute({
  ...inside("/reports"),
  validateSearch: (search) => reportSearch(search),
  component: lazyPage(() => import("./reports/reports-page.tsx"), "ReportsPage"),
});

/** Of a counter or a group, whose ids have different beginnings. */
const embeds = createRoute({
  ...inside("/embeds/$targetId"),
  // Of its id the last four characters: whoever knows all of them sees the count.
  validateSearch: searchTexts("embed"),
  component: lazyPage(() => import("./embeds/embeds-page.tsx"), "EmbedsPage"),
});

const gates = createRoute({
  ...inside("/gates"),
  component: lazyPage(() => import("./gates/gates-page.tsx"), "GatesPage"),
});

const webhooks = createRoute({
  ...inside("/settings/webhooks"),
  component: lazyPage(() => import("./webhooks/endpoints-page.tsx"), "EndpointsPage"),
});

const endpoint = createRoute({
  ...inside("/settings/webhooks/$endpointId"),
  component: lazyPage(() => import("./webhooks/endpoint-page.tsx"), "EndpointPage"),
});

const deliveries = createRoute({
  ...inside("/settings/deliveries"),
  validateSearch: searchTexts(
    ...(["endpoint", "state", "type", "counter", "since", "until", "delivery"] as const),
  ),
  component: lazyPage(() => import("./webhooks/deliveries/deliveries-page.tsx"), "DeliveriesPage"),
});

const delivery = createRoute({
  ...inside("/settings/deliveries/$deliveryId"),
  component: lazyPage(() => import("./webhooks/deliveries/delivery-page.tsx"), "DeliveryPage"),
});

const events = createRoute({
  ...inside("/settings/events"),
  validateSearch: searchTexts("of", "counter"),
  component: lazyPage(() => import("./webhooks/deliveries/events-page.tsx"), "EventsPage"),
});

const tree = root.addChildren([
  deletion,
  organization.addChildren([
    home,
    counters,
    counter,
    groups,
    group,
    reports,
    embeds,
    gates,
    webhooks,
    endpoint,
    deliveries,
    delivery,
    events,
    alerts,
    alert,
    apiKeys,
    members,
    notifications,
    organizationSettings,
    audit,
  ]),
]);

export function newRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queryClient },
    defaultPreload: "intent",
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: FailedPage,
    defaultNotFoundComponent: MissingPage,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
