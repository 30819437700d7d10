import { Badge, Stack, Text } from "@mantine/core";
import type { EndpointView } from "../../../api/private/webhooks.ts";
import type { BoundedCount } from "../../../core/data/deletion-summary.ts";
import { Time } from "../dates/time.tsx";

type Health = Pick<EndpointView, "health" | "pausedAt">;

/** How an endpoint is doing, in one word. */
export function HealthBadge({ health, pausedAt }: Health) {
  const [color, word] = healthWord({ health, pausedAt });
  return (
    <Badge color={color} variant="dot" tt="none">
      {word}
    </Badge>
  );
}

function healthWord({ health, pausedAt }: Health): [color: string, word: string] {
  if (pausedAt !== null) return ["gray", "Paused"];
  if (health.failingSince !== null) return ["red", "Failing"];
  if (health.lastSuccessAt === null) return ["gray", "Nothing sent yet"];
  return health.slow ? ["yellow", "Slow"] : ["teal", "Healthy"];
}

/** The same in sentences. */
export function HealthSentences({ health, pausedAt }: Health) {
  const { lastSuccessAt, failingSince, lastError, slow } = health;
  return (
    <Stack gap={2}>
      {pausedAt !== null && (
        <Text size="sm">
          Paused since <Time at={pausedAt} />.
        </Text>
      )}
      {failingSince !== null && (
        <Text size="sm">
          Every attempt has failed since <Time at={failingSince} />: <bdi>{lastError}</bdi>.
        </Text>
      )}
      {lastSuccessAt !== null && (
        <Text size="sm" c="dimmed">
          Last success: <Time at={lastSuccessAt} />
        </Text>
      )}
      {slow && failingSince === null && lastSuccessAt !== null && (
        <Text size="sm" c="dimmed">
          It has responded slowly, so it is served from the queue of slow endpoints until it
          responds promptly again.
        </Text>
      )}
    </Stack>
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
