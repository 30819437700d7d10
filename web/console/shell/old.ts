import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { nowMs } from "../api/clock.ts";
import { sessionQuery } from "../api/session.ts";

/** What is younger is current, however often it is read; in milliseconds. */
const currentMs = 15_000;

/** How often it is looked whether something is old, and after which pause the page has returned. */
const everyMs = 1_000;
const pauseMs = 5_000;

/** How long reads may take after a pause before the page says that none was answered. */
const returnMs = 5_000;

/** What the page shows could not be read again. */
export interface Old {
  /** The last success of the number that the page shows; on a page without one, of what is the oldest. */
  sinceMs: number;
  /** Why the newest read failed; null while no response has come. */
  error: Error | null;
  /** The page was out of sight, or its device asleep, and has only begun to read again. */
  isReturning: boolean;
}

/** Looks again and again, while the page is in sight, whether what it shows is old. */
export function useFoundOld(): Old | undefined {
  const client = useQueryClient();
  const [old, setOld] = useState<Old>();
  useEffect(() => {
    let seenSinceMs = nowMs();
    let lookedMs = seenSinceMs;
    const look = () => {
      if (document.hidden) return;
      const now = nowMs();
      // Nothing is read out of sight, nor while the device sleeps.
      if (now - lookedMs > pauseMs) seenSinceMs = now;
      lookedMs = now;
      const found = oldOf(client.getQueryCache().getAll(), { nowMs: now, seenSinceMs });
      setOld((before) => (isSame(before, found) ? before : found));
    };
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [client]);
  return old;
}

function isSame(one: Old | undefined, other: Old | undefined): boolean {
  return (
    one?.sinceMs === other?.sinceMs &&
    one?.error === other?.error &&
    one?.isReturning === other?.isReturning
  );
}

interface Moment {
  nowMs: number;
  /** Since when the page has been in sight without a pause. */
  seenSinceMs: number;
}

/**
 * What a page shows as live is read again and again: it is old after two of its intervals, and 15
 * seconds at least, whatever else could not be read. A page without anything live is old where it could
 * not be read again. Without a network each is at once.
 */
function oldOf(queries: Query[], moment: Moment): Old | undefined {
  const shown = queries.filter(
    (query) =>
      query.state.data !== undefined &&
      query.isActive() &&
      query.queryKey[0] !== sessionQuery.queryKey[0],
  );
  const live = shown.filter((query) => intervalOf(query) !== undefined);
  const old = (live.length > 0 ? live : shown).filter((query) => isOld(query, moment.nowMs));
  const [said] = old.sort(live.length > 0 ? byNumber : byAge).map(({ state }) => state);
  if (said === undefined) return undefined;
  const hasFailed = said.status === "error" && said.errorUpdatedAt >= moment.seenSinceMs;
  const isReturning = !hasFailed && moment.nowMs - moment.seenSinceMs < returnMs;
  return { sinceMs: said.dataUpdatedAt, error: said.error, isReturning };
}

/** A page reads its number the most often; a person can have set it since the last read. */
function byNumber(one: Query, other: Query): number {
  return (intervalOf(one) ?? 0) - (intervalOf(other) ?? 0) || byAge(other, one);
}

function byAge({ state: one }: Query, { state: other }: Query): number {
  return one.dataUpdatedAt - other.dataUpdatedAt;
}

function isOld(query: Query, nowMs: number): boolean {
  if (navigator.onLine === false) return true;
  const { dataUpdatedAt, status, fetchMeta } = query.state;
  const interval = intervalOf(query);
  // A further page that could not be read makes those above it no older.
  if (interval === undefined) return status === "error" && fetchMeta?.fetchMore === undefined;
  // A clock that was set back makes nothing younger.
  return Math.abs(nowMs - dataUpdatedAt) > Math.max(currentMs, 2 * interval);
}

/** How often it is read again; undefined where it is not. */
function intervalOf(query: Query): number | undefined {
  const intervals = query.observers
    .map(({ options: { refetchInterval } }) =>
      typeof refetchInterval === "function" ? refetchInterval(query) : refetchInterval,
    )
    .filter((interval) => typeof interval === "number");
  return intervals.length === 0 ? undefined : Math.min(...intervals);
}
