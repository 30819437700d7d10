import { Button, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorSentence } from "./errors.tsx";

/** What stands in place of a list that is being loaded or could not be loaded. */
export function QueryStates<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  return query.error === null ? <ListSkeleton /> : <FailedQuery query={query} />;
}

type Failed = Pick<UseQueryResult, "error" | "isFetching" | "refetch">;

/** What could not be loaded: why, and a button that tries again. */
export function FailedQuery({ query: { error, isFetching, refetch } }: { query: Failed }) {
  return (
    <EmptyList title="This could not be loaded" role="alert">
      <Text c="dimmed">{errorSentence(error)}</Text>
      <Button variant="default" loading={isFetching} onClick={() => refetch()}>
        Try again
      </Button>
    </EmptyList>
  );
}

function ListSkeleton() {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </Stack>
  );
}

/** Above a list that has as many entries as it may have, which is why its button creates none. */
export function Maximum({ of, remedy }: { of: string; remedy: string }) {
  return (
    <Text size="sm" c="dimmed">
      The organization has {of}, the maximum. {remedy}
    </Text>
  );
}

interface EmptyListProps {
  /** One line on what will stand here, or why nothing does. */
  title: string;
  /** One button, or a sentence and a button. */
  children?: ReactNode;
  /** Of what went wrong. */
  role?: "alert";
}

/** What stands in place of a list: what, why, and one button. */
export function EmptyList({ title, children, role }: EmptyListProps) {
  return (
    <Paper withBorder p="xl" role={role}>
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} fw={600}>
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}
