import type { DeliveryView } from "../../../../api/private/deliveries.ts";
import { StatePill, type StateTone } from "../../shell/state-pill.tsx";

type State = DeliveryView["state"];

const pills: Record<State, [tone: StateTone, word: string]> = {
  delivered: ["live", "Delivered"],
  retry_scheduled: ["waiting", "Waiting"],
  awaiting_response: ["waiting", "Being sent"],
  failed: ["failing", "Failed"],
  stopped: ["failing", "Stopped"],
  paused: ["neutral", "Paused"],
  cancelled: ["neutral", "Cancelled"],
};

export function DeliveryState({ state }: { state: State }) {
  const [tone, word] = pills[state];
  return <StatePill tone={tone} word={word} />;
}

/** What became of an attempt, in few words. */
export function outcomeText(attempt: { status?: number; reason?: string } | null): string {
  if (attempt === null) return "Nothing was sent";
  if (attempt.status !== undefined) return `HTTP ${attempt.status}`;
  return attempt.reason ?? "no response";
}
