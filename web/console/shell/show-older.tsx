import { Button, Group } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";

type Pages = Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;

/** Loads the next part of a list that is sorted newest first; renders nothing if there is none. */
export function ShowOlder({ query, what }: { query: Pages; what: string }) {
  if (!query.hasNextPage) return null;
  return (
    <Group justify="center" className="no-print">
      <Button
        variant="default"
        onClick={() => query.fetchNextPage()}
        loading={query.isFetchingNextPage}
      >
        Show older {what}
      </Button>
    </Group>
  );
}
