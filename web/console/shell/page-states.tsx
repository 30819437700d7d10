import { Button, Stack, Text, Title } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { type ReactNode, use, useEffect, useState } from "react";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { ServiceError } from "../api/private-api.ts";
import { OrganizationContext, useOrganization } from "../api/session.ts";
import { listNames } from "./back-link.tsx";
import { errorSentence } from "./errors.tsx";
import { PageButton } from "./page-link.tsx";
import { againMs, PartNotLoaded, reloadOnce, reloadPage } from "./parts.tsx";

/** Gray shapes in place of a page, as in the frame before it (app-html.ts). */
export function LoadingPage() {
  return (
    <div className="frame-shapes" role="status" aria-label="Loading">
      <i />
      <i />
      <div className="frame-cards">
        <i className="frame-card" />
        <i className="frame-card" />
        <i className="frame-card" />
      </div>
      <i className="frame-card frame-section" />
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

/** What a page shows in place of itself: what, why, and one way on. In the shell where there is one. */
export function MessagePage({ title, why, children }: MessagePageProps) {
  const organization = use(OrganizationContext);
  const name = organization?.name ?? "Counting Service";
  useEffect(() => {
    document.title = withoutBidiControls(`${title} · ${name}`);
  }, [title, name]);
  return (
    <Stack
      component={organization === undefined ? "main" : "div"}
      className="message-page"
      align="center"
      gap="sm"
    >
      <Title order={1}>
        <bdi>{withoutBidiControls(title)}</bdi>
      </Title>
      {why !== undefined && <Text c="dimmed">{why}</Text>}
      {children}
    </Stack>
  );
}

/** The way on for who is in no organization. */
export const startPage = (
  <Button component="a" href="/">
    Start page
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

/** A URL that names no page. */
export function MissingPage() {
  const organization = use(OrganizationContext);
  return (
    <MessagePage
      title="There is no such page"
      why="The URL may be mistyped, or what it showed was deleted."
    >
      {organization === undefined ? startPage : <ListButton to={lists.counter} />}
    </MessagePage>
  );
}

/** For members who follow a link to a page of owners and admins. */
export function HiddenPage() {
  return (
    <MessagePage
      title="Only owners and admins see this page"
      why="You are a member: you can see counters and reports, and count. Ask an owner for another role."
    >
      <ListButton to={lists.counter} />
    </MessagePage>
  );
}

const lists = {
  alert: "/organizations/$organizationId/alerts",
  counter: "/organizations/$organizationId/counters",
  endpoint: "/organizations/$organizationId/settings/webhooks",
  group: "/organizations/$organizationId/groups",
} as const;

/** In place of the page of one thing whose id is unknown: trying again would not help. */
export function MissingThing({ thing }: { thing: keyof typeof lists }) {
  return (
    <MessagePage
      title={`There is no such ${thing}`}
      why="It may be deleted, or the URL may be mistyped."
    >
      <ListButton to={lists[thing]} />
    </MessagePage>
  );
}

/** Leads to the list of what exists. */
function ListButton({ to }: { to: keyof typeof listNames }) {
  const { id: organizationId } = useOrganization();
  return (
    <PageButton to={to} params={{ organizationId }}>
      {listNames[to]}
    </PageButton>
  );
}

/** A page that could not be loaded. What did not come is asked for again by itself. */
export function FailedPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [isTrying, setIsTrying] = useState(false);
  const isPart = error instanceof PartNotLoaded;
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
    <MessagePage title="This page could not be loaded" why={whyFailed(error)}>
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
