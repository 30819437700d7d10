import { Text } from "@mantine/core";
import { type Query, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { nowMs } from "../api/clock.ts";
import { sessionQuery } from "../api/session.ts";
import { dateFormat, precisions } from "../dates/format.ts";
import { useTimeZone } from "../dates/time-zone.tsx";
import { errorSentence } from "./errors.tsx";

/** What is younger is current, however often it is read; in milliseconds. */
const currentMs = 15_000;

interface Old {
  /** The last success of what is the oldest. */
  sinceMs: number;
  /** Why the newest read failed; null while nothing has come yet. */
  error: Error | null;
}

const OldContext = createContext<Old | undefined>(undefined);

/** Whether what the page shows could not be read again, and since when. */
export function useOld(): Old | undefined {
  return use(OldContext);
}

/**
 * Watches all that is read for a page: what is read again and again is old after two of its intervals,
 * and 15 seconds at least; anything is where it could not be read again, or without a network.
 */
export function Freshness({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [old, setOld] = useState<Old>();
  useEffect(() => {
    const look = () => {
      const found = oldestOf(client.getQueryCache().getAll(), nowMs());
      setOld((before) => (isSame(before, found) ? before : found));
    };
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [client]);
  return <OldContext value={old}>{children}</OldContext>;
}

function oldestOf(queries: Query[], now: number): Old | undefined {
  const [first] = queries
    .filter((query) => isOld(query, now))
    .map(({ state }): Old => ({ sinceMs: state.dataUpdatedAt, error: state.error as Error | null }))
    .sort((one, other) => one.sinceMs - other.sinceMs);
  return first;
}

function isOld(query: Query, now: number): boolean {
  const { data, dataUpdatedAt, status } = query.state;
  if (data === undefined || !query.isActive() || query.queryKey[0] === sessionQuery.queryKey[0]) {
    return false;
  }
  if (status === "error" || navigator.onLine === false) return true;
  const everyMs = query.observers
    .map(({ options: { refetchInterval } }) =>
      typeof refetchInterval === "function" ? refetchInterval(query) : refetchInterval,
    )
    .filter((interval) => typeof interval === "number");
  // A clock that was set back makes nothing younger.
  const ageMs = Math.abs(now - dataUpdatedAt);
  return everyMs.length > 0 && ageMs > Math.max(currentMs, 2 * Math.min(...everyMs));
}

function isSame(one: Old | undefined, other: Old | undefined): boolean {
  return one?.sinceMs === other?.sinceMs && one?.error === other?.error;
}

/** From when what the page shows is, and why, where it is old. */
export function OldNote() {
  const old = useOld();
  const timeZone = useTimeZone();
  return (
    <div role="alert">
      {old !== undefined && (
        <Text c="var(--failing)" fw={600}>
          Not updated since{" "}
          <time translate="no">{dateFormat(precisions.second, timeZone).format(old.sinceMs)}</time>.{" "}
          {reasonOf(old)}
        </Text>
      )}
    </div>
  );
}

function reasonOf({ error }: Old): string {
  if (error !== null) return errorSentence(error);
  return navigator.onLine === false
    ? "There is no network."
    : "The service has not answered since.";
}

/** Gray while it is old. */
export function OldIsGray({ children }: { children: ReactNode }) {
  return <div data-old={useOld() === undefined ? undefined : true}>{children}</div>;
}
