import { Text } from "@mantine/core";
import { createContext, type ReactNode, use } from "react";
import { dateFormat, precisions } from "../dates/format.ts";
import { useTimeZone } from "../dates/time-zone.tsx";
import { errorSentence } from "./errors.tsx";
import { type Old, useFoundOld } from "./old.ts";

const OldContext = createContext<Old | undefined>(undefined);

/** Whether what the page shows could not be read again, and since when. */
export function useOld(): Old | undefined {
  return use(OldContext);
}

/** Watches all that is read for a page. */
export function Freshness({ children }: { children: ReactNode }) {
  return <OldContext value={useFoundOld()}>{children}</OldContext>;
}

/** From when what the page shows is, and why, where it is old. */
export function OldNote() {
  const old = useOld();
  const timeZone = useTimeZone();
  return (
    <div role="alert">
      {old !== undefined && !old.isReturning && (
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
