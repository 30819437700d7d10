import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { sessionQuery } from "./api/session.ts";
import { auditSearch } from "./audit/audit-search.ts";
import { counterSearch } from "./counters/counter-search.ts";
import { searchTexts } from "./search-texts.ts";
import {
  FailedPage,
  LoadingPage,
  MissingOrganizationPage,
  MissingPage,
} from "./shell/page-states.tsx";
import { Shell } from "./shell/shell.tsx";

/** What the chart of a page shows. */
const chart = searchTexts("last", "since", "until", "by");

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: MissingPage,
});

const organization = createRoute({
  getParentRoute: () => root,
  path: "/organizations/$organizationId",
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionQuery),
  component: Shell,
  notFoundComponent: MissingOrganizationPage,
});

/** Outside of the shell, which stands around organizations that exist. */
const deletion = createRoute({
  getParentRoute: () => root,
  path: "/organizations/$organizationId/deletion",
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionQuery),
  component: lazyRouteComponent(() => import("./organizations/deletion-page.tsx"), "DeletionPage"),
});

const home = createRoute({
  getParentRoute: () => organization,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/organizations/$organizationId/counters", params, replace: true });
  },
});

const counters = createRoute({
  getParentRoute: () => organization,
  path: "/counters",
  validateSearch: (search) => counterSearch(search),
  component: lazyRouteComponent(() => import("./counters/counters-page.tsx"), "CountersPage"),
});

const apiKeys = createRoute({
  getParentRoute: () => organization,
  path: "/settings/api-keys",
  component: lazyRouteComponent(() => import("./keys/keys-page.tsx"), "KeysPage"),
});

const members = createRoute({
  getParentRoute: () => organization,
  path: "/settings/members",
  component: lazyRouteComponent(() => import("./members/members-page.tsx"), "MembersPage"),
});

const organizationSettings = createRoute({
  getParentRoute: () => organization,
  path: "/settings/organization",
  component: lazyRouteComponent(
    () => import("./organizations/organization-page.tsx"),
    "OrganizationPage",
  ),
});

const audit = createRoute({
  getParentRoute: () => organization,
  path: "/settings/audit",
  validateSearch: (search) => auditSearch(search),
  component: lazyRouteComponent(() => import("./audit/audit-page.tsx"), "AuditPage"),
});

const alerts = createRoute({
  getParentRoute: () => organization,
  path: "/alerts",
  component: lazyRouteComponent(() => import("./alerts/alerts-page.tsx"), "AlertsPage"),
});

const alert = createRoute({
  getParentRoute: () => organization,
  path: "/alerts/$alertId",
  validateSearch: chart,
  component: lazyRouteComponent(() => import("./alerts/alert-page.tsx"), "AlertPage"),
});

const counter = createRoute({
  getParentRoute: () => organization,
  path: "/counters/$counterId",
  validateSearch: chart,
  component: lazyRouteComponent(() => import("./counters/counter-page.tsx"), "CounterPage"),
});

const groups = createRoute({
  getParentRoute: () => organization,
  path: "/groups",
  component: lazyRouteComponent(() => import("./groups/groups-page.tsx"), "GroupsPage"),
});

const group = createRoute({
  getParentRoute: () => organization,
  path: "/groups/$groupId",
  validateSearch: chart,
  component: lazyRouteComponent(() => import("./groups/group-page.tsx"), "GroupPage"),
});

const webhooks = createRoute({
  getParentRoute: () => organization,
  path: "/settings/webhooks",
  component: lazyRouteComponent(() => import("./webhooks/endpoints-page.tsx"), "EndpointsPage"),
});

const endpoint = createRoute({
  getParentRoute: () => organization,
  path: "/settings/webhooks/$endpointId",
  component: lazyRouteComponent(() => import("./webhooks/endpoint-page.tsx"), "EndpointPage"),
});

const deliveries = createRoute({
  getParentRoute: () => organization,
  path: "/settings/deliveries",
  validateSearch: searchTexts("endpoint", "state", "type", "counter", "since", "until"),
  component: lazyRouteComponent(
    () => import("./webhooks/deliveries/deliveries-page.tsx"),
    "DeliveriesPage",
  ),
});

const delivery = createRoute({
  getParentRoute: () => organization,
  path: "/settings/deliveries/$deliveryId",
  component: lazyRouteComponent(
    () => import("./webhooks/deliveries/delivery-page.tsx"),
    "DeliveryPage",
  ),
});

const events = createRoute({
  getParentRoute: () => organization,
  path: "/settings/events",
  validateSearch: searchTexts("of", "counter"),
  component: lazyRouteComponent(
    () => import("./webhooks/deliveries/events-page.tsx"),
    "EventsPage",
  ),
});

const tree = root.addChildren([
  deletion,
  organization.addChildren([
    home,
    counters,
    counter,
    groups,
    group,
    webhooks,
    endpoint,
    deliveries,
    delivery,
    events,
    alerts,
    alert,
    apiKeys,
    members,
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
