import { Alert, Button, Paper, Skeleton, Stack, Table, Text, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ServiceError } from "../api/private-api.ts";

/** What stands in place of a list that is being loaded or could not be loaded. */
export function QueryStates<Data>({
  query: { data, error, isFetching, refetch },
  children,
}: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (error === null) return <ListSkeleton />;
  return (
    <Alert color="red" title="This could not be loaded" role="alert">
      <Stack align="flex-start" gap="sm">
        <Text>{errorSentence(error)}</Text>
        <Button variant="default" loading={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </Stack>
    </Alert>
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

/** A list without entries, and what to do about it. */
export function EmptyList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}

interface WideTableProps {
  /** For those who cannot see what is above it. */
  label: string;
  heads: string[];
  /** Those over cells that are aligned right. */
  endHeads?: string[];
  /** In pixels; below this width the table scrolls. */
  minWidth: number;
  children: ReactNode;
}

/** A table that scrolls by itself where the window is narrow, with the keyboard too. */
export function WideTable({ label, heads, endHeads = [], minWidth, children }: WideTableProps) {
  return (
    <Paper withBorder>
      <Table.ScrollContainer
        minWidth={minWidth}
        type="native"
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        <Table verticalSpacing="sm" horizontalSpacing="md" className="figures">
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head} ta={endHeads.includes(head) ? "right" : "left"}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

/** What a thrown error says to people. */
export function errorSentence(error: unknown): string {
  return error instanceof ServiceError ? error.message : "Something failed. Try again.";
}

/** Why the last attempt failed, under a form that keeps what was typed. */
export function Refusal({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" role="alert">
      {errorSentence(error)}
    </Alert>
  );
}
