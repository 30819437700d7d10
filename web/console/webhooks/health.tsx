import { Text } from "@mantine/core";
import type { EndpointView } from "../../../api/private/webhooks.ts";
import type { BoundedCount } from "../../../core/data/deletion-summary.ts";
import { Time } from "../dates/time.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { StatePill } from "../shell/state-pill.tsx";

type Health = Pick<EndpointView, "health" | "pausedAt">;

/** How an endpoint is doing, in one word. */
export function EndpointState({ health, pausedAt }: Health) {
  const { failingSince, lastSuccessAt, slow, waiting } = health;
  if (pausedAt !== null) return <EndpointStatePill state="paused" since={pausedAt} />;
  if (failingSince !== null) return <EndpointStatePill state="failing" since={failingSince} />;
  if (lastSuccessAt === null) return <EndpointStatePill state="unused" since={null} />;
  return <EndpointStatePill state={slow ? "slow" : "healthy"} since={null} waiting={waiting} />;
}

const looks = {
  paused: { tone: "neutral", word: "Paused" },
  failing: { tone: "failing", word: "Failing" },
  unused: { tone: "neutral", word: "Nothing sent yet" },
  slow: { tone: "waiting", word: "Slow" },
  healthy: { tone: "live", word: "Healthy" },
} as const;

interface EndpointStatePillProps {
  state: keyof typeof looks;
  /** ISO 8601; null where it is not known. */
  since: string | null;
  /** How many deliveries wait for a retry. */
  waiting?: number;
}

/** One success makes no endpoint healthy while earlier deliveries are late. */
export function EndpointStatePill({ state, since, waiting = 0 }: EndpointStatePillProps) {
  if (state === "healthy" && waiting > 0) return <StatePill tone="waiting" word="Catching up" />;
  return <StatePill {...looks[state]} since={since} />;
}

/** The same in sentences. */
export function HealthSentences({ health }: Pick<Health, "health">) {
  const { lastSuccessAt, failingSince, lastError, slow } = health;
  return (
    <>
      {failingSince !== null && (
        <Text size="sm">
          Every attempt has failed since <Time at={failingSince} />: <Foreign>{lastError}</Foreign>.
        </Text>
      )}
      {slow && failingSince === null && lastSuccessAt !== null && (
        <Text size="sm" c="dimmed">
          It has responded slowly, so it is served from the queue of slow endpoints until it
          responds promptly again.
        </Text>
      )}
    </>
  );
}

/** A count that may be a lower bound. */
export function CountOrMore({ count, exact }: BoundedCount) {
  return (
    <>
      {exact ? "" : "at least "}
      {count.toLocaleString()}
    </>
  );
}
