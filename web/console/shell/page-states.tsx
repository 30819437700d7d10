import { Anchor, Button, Center, Container, Loader, Stack, Text, Title } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ServiceError } from "../api/private-api.ts";
import { Page } from "./page.tsx";

export function LoadingPage() {
  return (
    <Center mih="40vh" role="status" aria-label="Loading">
      <Loader />
    </Center>
  );
}

interface MessagePageProps {
  title: string;
  /** "div" inside of the shell, which has the page's `main`. */
  component?: "main" | "div";
  children: ReactNode;
}

/** What a page shows in place of itself, with a way on. */
export function MessagePage({ title, component = "main", children }: MessagePageProps) {
  return (
    <Container component={component} size="xs" py={80}>
      <Stack align="flex-start">
        <Title order={1}>{title}</Title>
        {children}
      </Stack>
    </Container>
  );
}

const missing = {
  title: "There is no such page",
  about: "The URL may be mistyped, or what it showed was deleted.",
};

/** Outside of all organizations. */
export function MissingPage() {
  return (
    <MessagePage title={missing.title}>
      <Text>{missing.about}</Text>
      <Anchor href="/">Start page</Anchor>
    </MessagePage>
  );
}

/** Beside the navigation of an organization. */
export function MissingOrganizationPage() {
  return <Page {...missing}>{null}</Page>;
}

interface MissingThingProps {
  /** The word for it, such as "counter". */
  thing: string;
  /** Why there may be none. */
  about?: string;
  /** The link to the list of those that exist. */
  back: ReactNode;
}

/** In place of the page of one thing whose id is unknown: trying again would not help. */
export function MissingThing({ thing, about, back }: MissingThingProps) {
  const why = about ?? "It may be deleted, or the URL may be mistyped.";
  return (
    <Page back={back} title={`There is no such ${thing}`} about={why}>
      {null}
    </Page>
  );
}

/** A page that could not be loaded. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  if (error instanceof ServiceError && error.status === 401) return <SignInPage />;
  return (
    <MessagePage title="This page could not be loaded">
      <Text>
        {error instanceof ServiceError
          ? error.message
          : "An error occurred on this page. Load it again."}
      </Text>
      <Button onClick={error instanceof ServiceError ? reset : () => location.reload()}>
        Try again
      </Button>
    </MessagePage>
  );
}

/** The identity provider, and from there back to this page. */
export function signInPath(): string {
  return `/sign-in?returnTo=${encodeURIComponent(location.pathname + location.search)}`;
}

function SignInPage() {
  return (
    <MessagePage title="Sign in to go on">
      <Text>Your session has ended, or you have not signed in on this device.</Text>
      <Button component="a" href={signInPath()}>
        Sign in
      </Button>
    </MessagePage>
  );
}
