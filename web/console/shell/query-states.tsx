import { Button, Paper, Stack, Text, Title } from "@mantine/core";
import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useId, useState } from "react";
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

type Change = (ids: (before: string[]) => string[]) => void;
/** What a page could not load, each by an id, in the order of the page. */
export const Failures = createContext<[ids: string[], change: Change]>([[], () => {}]);

/** Around a page: of all that it could not load, only the first says so at length. */
export function Failing({ children }: { children: ReactNode }) {
  return <Failures value={useState<string[]>([])}>{children}</Failures>;
}

type Failed = Pick<UseQueryResult, "error" | "isFetching">;

/** What could not be loaded: why, and a button that tries again, with all that failed beside it. */
export function FailedQuery({ query: { error, isFetching } }: { query: Failed }) {
  const id = useId();
  const [[first = id], change] = use(Failures);
  const client = useQueryClient();
  useEffect(() => {
    change((before) => [...before, id]);
    return () => change((before) => before.filter((one) => one !== id));
  }, [id, change]);
  if (first !== id) return <Text c="dimmed">Not loaded.</Text>;
  const again = () =>
    client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
  return (
    <EmptyList title={notLoadedTitle} role="alert">
      <Text c="dimmed">{errorSentence(error)}</Text>
      <Button variant="default" loading={isFetching} onClick={() => again()}>
        Try again
      </Button>
    </EmptyList>
  );
}

export const notLoadedTitle = "This could not be loaded";

/** Three rows, as they will be. */
function ListSkeleton() {
  return <div className="list-shape" role="status" aria-label="Loading" />;
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
        <Title order={2}>
          <bdi>{title}</bdi>
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}
