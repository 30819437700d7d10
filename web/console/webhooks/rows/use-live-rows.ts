import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { countNew, type PageOfRows, withNewest, withUpdates } from "./newest.ts";

/** How often the newest rows are read while the page is seen. */
const pollMs = 10_000;

/** Scrolled less than this, in pixels, a list stands at its top. */
const topPx = 80;

interface LiveRows<Page> {
  queryKey: QueryKey;
  read: (from: string | undefined) => Promise<Page>;
  /** Whether the person does something with a row, whose place must stay. */
  isBusy?: boolean;
}

/**
 * A list, newest first, whose new rows arrive by themselves at the top. While somebody reads further
 * below, no row moves: `waiting` says how many there are, and `showNew` lists them.
 */
export function useLiveRows<Row extends { key: string }, Page extends PageOfRows<Row>>({
  queryKey,
  read,
  isBusy = false,
}: LiveRows<Page>) {
  const queryClient = useQueryClient();
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  const pages = list.isPlaceholderData ? undefined : list.data?.pages;
  const newest = useQuery({
    queryKey: [...queryKey, "newest"],
    queryFn: () => read(undefined),
    enabled: pages !== undefined,
    ...(pages?.[0] !== undefined && {
      initialData: pages[0],
      initialDataUpdatedAt: list.dataUpdatedAt,
    }),
    gcTime: 0,
    refetchInterval: pollMs,
    refetchIntervalInBackground: false,
  });

  const merge = (merged: typeof withNewest<Row, Page>) => {
    const { data: now } = newest;
    if (now === undefined) return;
    queryClient.setQueryData<InfiniteData<Page, string | undefined>>(queryKey, (data) => {
      if (data === undefined) return undefined;
      const next = merged(data.pages, now);
      return { pages: next, pageParams: data.pageParams.slice(0, next.length) };
    });
  };
  const take = useEffectEvent(() => {
    if (newest.dataUpdatedAt <= list.dataUpdatedAt) return;
    merge(window.scrollY < topPx && !isBusy ? withNewest : withUpdates);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading is taken once
  useEffect(() => take(), [newest.dataUpdatedAt]);

  const { data: now } = newest;
  return {
    list,
    waiting: pages === undefined || now === undefined ? 0 : countNew(pages, now),
    showNew() {
      merge(withNewest);
      window.scrollTo({ top: 0 });
    },
  };
}
