import { Text } from "@mantine/core";
import { createContext, type ReactNode, use } from "react";
import { knownZone } from "../../../core/known-zone.ts";
import { useOrganization } from "../api/session.ts";
import { dateFormat, zoneLabel } from "./format.ts";

/** Whose time zone the times of a page are in; see decision 120. */
export type TimesOf = "organization" | "viewer";

const TimeZone = createContext<string | undefined>(undefined);

/** The time zone of the page; undefined for the viewer's. */
export function useTimeZone(): string | undefined {
  return use(TimeZone);
}

/** Shows all times in it in the organization's time zone; others are in the viewer's. */
export function OrganizationTimes({ children }: { children: ReactNode }) {
  const { timeZone } = useOrganization();
  return <TimeZone value={timeZone}>{children}</TimeZone>;
}

const viewersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const fixedZoneNote =
  " This browser does not know the zone: times on the other side of a change of its clocks are an hour off.";

/** Says which time zone the times next to it are in, if they could be mistaken. */
export function ZoneNote() {
  const { timeZone } = useOrganization();
  const isOrganizations = useTimeZone() !== undefined;
  if (dateFormat({}, timeZone).resolvedOptions().timeZone === viewersZone) return null;
  return (
    <Text size="sm" c="dimmed" className="no-print">
      Times are in {isOrganizations ? "the organization’s" : "your"} time zone,{" "}
      {isOrganizations ? zoneLabel(timeZone) : viewersZone}.
      {isOrganizations && knownZone(timeZone) !== timeZone && fixedZoneNote}
    </Text>
  );
}
