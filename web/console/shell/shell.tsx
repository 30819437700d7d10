import { Anchor, AppShell, Button, Group, Kbd, ScrollArea } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { SearchIcon, ThreeBarsIcon } from "@primer/octicons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useParams, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { OrganizationContext, sessionQuery } from "../api/session.ts";
import { useOpened } from "../dialogs/use-opened.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Brand } from "./brand.tsx";
import { DamagedNotice } from "./damaged-notice.tsx";
import { LostAccessNotice } from "./lost-access.tsx";
import { BottomLinks, Navigation, useIsBehindBar, useIsHidden } from "./navigation.tsx";
import { OrganizationMenu } from "./organization-menu.tsx";
import { HiddenPage, OutsiderPage } from "./page-states.tsx";
import { lazyPart } from "./parts.tsx";
import { useHashTarget } from "./use-hash-target.ts";

const Palette = lazyPart(() => import("./palette.tsx"), "Palette");

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** What stands around every page of an organization. */
export function Shell() {
  const { organizationId } = useParams({ from: "/organizations/$organizationId" });
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [opened, { toggle, close }] = useDisclosure();
  const [searching, search] = useOpened();
  useHotkeys([["mod+K", search.open]], []);
  useHashTarget();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the path changes
  useEffect(close, [path]);
  const found = session.organizations.find(({ id }) => id === organizationId);
  // Whoever is removed keeps the page as it is, with what was typed; a dialog says so.
  const seen = useRef(found);
  if (found !== undefined || seen.current?.id !== organizationId) seen.current = found;
  const current = seen.current;
  const isHidden = useIsHidden(organizationId, current?.role ?? "member");
  const isBehindBar = useIsBehindBar(organizationId, current?.role ?? "member");
  if (session.deletions.some(({ id }) => id === organizationId)) {
    return <Navigate to="/organizations/$organizationId/deletion" params={{ organizationId }} />;
  }
  if (current === undefined) return <OutsiderPage />;
  return (
    <OrganizationContext value={current}>
      <LostAccessNotice organization={current} isMissing={found === undefined} />
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !opened } }}
        footer={{ height: { base: 56, sm: 0 } }}
        padding={{ base: "md", md: "xl" }}
      >
        <Anchor href="#main" className="skip-link">
          Skip to the content
        </Anchor>
        <AppShell.Header>
          <Group h="100%" px="md" gap="sm" wrap="nowrap">
            <Brand />
            <OrganizationMenu current={current} organizations={session.organizations} />
            <Button
              variant="default"
              className="search-button"
              ml="auto"
              miw="max-content"
              fw={400}
              leftSection={<SearchIcon aria-hidden />}
              rightSection={
                <Kbd className="search-keys" visibleFrom="sm" aria-hidden>
                  {isApple ? "⌘ K" : "Ctrl K"}
                </Kbd>
              }
              onClick={search.open}
              aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
            >
              <span className="search-word">Search</span>
            </Button>
            <AccountMenu person={session.person} />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="sm" aria-label="Pages">
          <ScrollArea>
            <Navigation organization={current} />
          </ScrollArea>
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1}>
          <div className="console-page">
            <DamagedNotice organizationId={organizationId} />
            {isHidden ? <HiddenPage /> : <Outlet />}
          </div>
        </AppShell.Main>
        <AppShell.Footer hiddenFrom="sm">
          <nav className="bottom-bar" aria-label="Main pages">
            <BottomLinks organization={current} />
            <button
              type="button"
              className="bottom-link"
              aria-expanded={opened}
              aria-current={isBehindBar || undefined}
              onClick={toggle}
            >
              <ThreeBarsIcon aria-hidden />
              More
            </button>
          </nav>
        </AppShell.Footer>
        {searching && <Palette organization={current} onClose={search.close} />}
      </AppShell>
    </OrganizationContext>
  );
}
