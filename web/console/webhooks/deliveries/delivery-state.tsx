import { Badge } from "@mantine/core";
import type { DeliveryView } from "../../../../api/private/deliveries.ts";
import { stateNames } from "./state-names.ts";

type State = DeliveryView["state"];

const colors: Record<State, string> = {
  delivered: "teal",
  retry_scheduled: "yellow",
  awaiting_response: "accent",
  failed: "red",
  stopped: "orange",
  paused: "gray",
  cancelled: "gray",
};

export function DeliveryStateBadge({ state }: { state: State }) {
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
