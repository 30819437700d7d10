import { Text } from "@mantine/core";
import { nowMs } from "../api/clock.ts";
import { useOrganization } from "../api/session.ts";
import { formatRange } from "./format.ts";

interface PrintedRangeProps {
  fromMs: number;
  toMs: number;
  timeZone: string;
}

/** What stands on paper only: whose chart it is, of when, and when it was printed. */
export function PrintedRange({ fromMs, toMs, timeZone }: PrintedRangeProps) {
  const { name } = useOrganization();
  const now = nowMs();
  return (
    <Text size="sm" className="print-only">
      <bdi>{name}</bdi>, {formatRange(fromMs, toMs, timeZone)} ({timeZone}). Printed{" "}
      {formatRange(now, now, timeZone)}.
    </Text>
  );
}
