import { Badge } from "@mantine/core";
import type { DeliveryRow } from "../../../core/private-api/webhooks/deliveries.ts";

type State = DeliveryRow["state"];

/** How a state is called, and what it means for people. */
export const stateNames: Record<State, string> = {
  delivered: "Delivered",
  retry_scheduled: "Waits for a retry",
  awaiting_response: "Being sent",
  failed: "Failed",
  stopped: "Stopped by 410",
  paused: "Paused",
  cancelled: "Cancelled",
};

const colors: Record<State, string> = {
  delivered: "teal",
  retry_scheduled: "yellow",
  awaiting_response: "accent",
  failed: "red",
  stopped: "orange",
  paused: "gray",
  cancelled: "gray",
};

export function StateBadge({ state }: { state: State }) {
  return (
    <Badge color={colors[state]} variant="dot" tt="none">
      {stateNames[state]}
    </Badge>
  );
}

/** What became of an attempt, in few words. */
export function outcomeText(attempt: { status?: number; reason?: string } | null): string {
  if (attempt === null) return "Nothing was sent";
  if (attempt.status !== undefined) return `HTTP ${attempt.status}`;
  return attempt.reason ?? "no response";
}
