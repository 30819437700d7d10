import { Text } from "@mantine/core";
import { createContext, type ReactNode, use } from "react";
import { nowMs, useNow } from "../api/clock.ts";
import { formatMoment } from "../dates/format.ts";
import { useTimeZone } from "../dates/time-zone.tsx";
import { errorSentence } from "./errors.tsx";
import { type Old, useFoundOld } from "./old.ts";
import { Failing, Failures } from "./query-states.tsx";

const OldContext = createContext<Old | undefined>(undefined);

/** Whether what the page shows could not be read again, and since when. */
export function useOld(): Old | undefined {
  return use(OldContext);
}

/**
 * The moment of what the page shows: now, unless it is old. What is said of the present, such as a
 * comparison with a usual day, is said of this moment.
 */
export function useKnownMs(everyMs?: number): number {
  const now = useNow(everyMs);
  const old = useOld();
  return old === undefined ? now : Math.min(now, old.sinceMs);
}

/** Watches all that is read for a page. */
export function Freshness({ children }: { children: ReactNode }) {
  return (
    <OldContext value={useFoundOld()}>
      <Failing>{children}</Failing>
    </OldContext>
  );
}

/** From when what the page shows is, and why, where it is old. It floats: nothing moves as it comes. */
export function OldNote() {
  const old = useOld();
  const [failures] = use(Failures);
  const timeZone = useTimeZone();
  const isOffline = navigator.onLine === false;
  const isOld = old !== undefined && !old.isReturning;
  return (
    <div role="alert">
      {isOffline && failures.length > 0 ? (
        <Text className="old-note">Offline</Text>
      ) : (
        isOld && (
          <Text className="old-note">
            {isOffline && "Offline. "}Not updated since{" "}
            <time translate="no">{formatMoment(old.sinceMs, nowMs(), timeZone)}</time>.
            {!isOffline && ` ${reasonOf(old)}`}
          </Text>
        )
      )}
    </div>
  );
}

function reasonOf({ error }: Old): string {
  return error === null ? "The service has not answered since." : errorSentence(error);
}

/** Gray while it is old. */
export function OldIsGray({ children }: { children: ReactNode }) {
  return <div data-old={useOld() === undefined ? undefined : true}>{children}</div>;
}
