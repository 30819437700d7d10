import { Button, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter, useRouterState } from "@tanstack/react-router";
import { type ReactNode, use, useEffect, useState } from "react";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { may } from "../../../core/members/role.ts";
import { ServiceError } from "../api/private-api.ts";
import { OrganizationContext, sessionQuery } from "../api/session.ts";
import { frameKind } from "../frame-kind.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Brand } from "./brand.tsx";
import { errorSentence } from "./errors.tsx";
import { useOpenPage } from "./navigation.tsx";
import { PageButton } from "./page-link.tsx";
import { againMs, PartNotLoaded, reloadOnce, reloadPage } from "./parts.tsx";
import { notLoadedTitle } from "./query-states.tsx";

/** Gray shapes in place of a page, as in the frame before it (app-html.ts). */
export function LoadingPage() {
  const kind = useRouterState({ select: ({ location }) => frameKind(location.pathname) });
  return (
    <div className="frame-shapes" data-frame={kind} role="status" aria-label="Loading">
      <i />
      <i className="frame-number" />
      <i />
      <div className="frame-cards">
        <i className="frame-card" />
        <i className="frame-card" />
        <i className="frame-card" />
        <i className="frame-card" />
      </div>
      <div className="frame-sections">
        <i className="frame-card" />
        <i className="frame-card frame-side" />
      </div>
    </div>
  );
}

interface MessagePageProps {
  title: string;
  /** Why, and what to do. */
  why?: ReactNode;
  /** One button, and what else belongs to it. */
  children?: ReactNode;
}

/** What a page shows in place of itself: what, why, and one way on. In the shell, or with a header of its own. */
export function MessagePage({ title, why, children }: MessagePageProps) {
  const organization = use(OrganizationContext);
  const name = organization?.name ?? "Counting Service";
  const session = useQueryClient().getQueryData(sessionQuery.queryKey);
  useEffect(() => {
    document.title = withoutBidiControls(`${title} · ${name}`);
  }, [title, name]);
  const message = (
    <Stack
      gap="md"
      align="flex-start"
      maw="40rem"
      className={organization === undefined ? "message" : undefined}
    >
      <Title order={1} mt={4}>
        <bdi>{withoutBidiControls(title)}</bdi>
      </Title>
      {why !== undefined && <Text c="dimmed">{why}</Text>}
      {children}
    </Stack>
  );
  if (organization !== undefined) return message;
  return (
    <div className="frame message-frame">
      <header>
        <Brand />
        {session !== undefined && <AccountMenu person={session.person} />}
      </header>
      <main>{message}</main>
    </div>
  );
}

/** The way on for who is in no organization. */
export const startPage = (
  <Button component="a" href="/">
    Go to the start page
  </Button>
);

/** For people who belong to other organizations, or to none. */
export function OutsiderPage() {
  return (
    <MessagePage
      title="You are not in this organization"
      why="Ask one of its owners for an invitation, or sign in with another account."
    >
      {startPage}
    </MessagePage>
  );
}

/** An address that names no page. */
export function MissingPage() {
  return <MissingThing thing="page" />;
}

/** In place of what has an unknown id or path: trying again would not help. */
export function MissingThing({ thing }: { thing: string }) {
  return (
    <MessagePage
      title={`This ${thing} does not exist`}
      why={`The address may be mistyped, or the ${thing} was deleted.`}
    >
      <WayOut />
    </MessagePage>
  );
}

/** For members who follow a link to a page of owners and admins. */
export function HiddenPage() {
  return (
    <MessagePage
      title="Only owners and admins see this page"
      why="Members see counters and reports, and count. Ask an owner for another role."
    >
      <WayOut />
    </MessagePage>
  );
}

/** Leads to the first page that the person may see. */
function WayOut() {
  const organization = use(OrganizationContext);
  if (organization === undefined) return startPage;
  return (
    <PageButton to="/organizations/$organizationId" params={{ organizationId: organization.id }}>
      {may(organization.role, "manage_counters") ? "Go to the overview" : "Go to the counters"}
    </PageButton>
  );
}

/** A page that could not be loaded. What did not come is asked for again by itself. */
export function FailedPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [isTrying, setIsTrying] = useState(false);
  const isPart = error instanceof PartNotLoaded;
  const open = useOpenPage(use(OrganizationContext)?.id ?? "");
  const title = open === undefined ? notLoadedTitle : `${open} could not be loaded`;
  useEffect(() => {
    if (!isPart) return;
    // Where the service can be reached, the script is of an old version, or the browser asks no more.
    void reloadOnce();
    const again = () => void router.invalidate();
    const timer = setInterval(again, againMs);
    window.addEventListener("online", again);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", again);
    };
  }, [isPart, router]);
  if (error instanceof ServiceError && error.status === 401) return <SignInPage />;
  async function tryAgain(): Promise<void> {
    setIsTrying(true);
    if (error instanceof ServiceError && !isPart) await router.invalidate();
    else await reloadPage();
    setIsTrying(false);
  }
  return (
    <MessagePage title={title} why={whyFailed(error)}>
      <Button onClick={tryAgain} loading={isTrying}>
        Try again
      </Button>
    </MessagePage>
  );
}

function whyFailed(error: unknown): string {
  if (error instanceof PartNotLoaded)
    return `${error.message} This page also tries again by itself.`;
  return errorSentence(error);
}

/** The identity provider, and from there back to this page. */
export function signInPath(): string {
  return `/sign-in?returnTo=${encodeURIComponent(location.pathname + location.search)}`;
}

function SignInPage() {
  return (
    <MessagePage
      title="Sign in to go on"
      why="Your session has ended, or you have not signed in on this device."
    >
      <Button component="a" href={signInPath()}>
        Sign in
      </Button>
    </MessagePage>
  );
}
