import { Group, Progress, Stack, Text } from "@mantine/core";
import { modeLabels } from "../../../core/counters/settings/setting-labels.ts";
import type { CountView } from "../../../core/counting/count-view.ts";
import { goalProgress, shownLevel } from "../../../core/embeds/format-count.ts";
import { formatExact } from "../charts/format.ts";
import { capitalized } from "../shell/capitalized.ts";
import { Foreign } from "../shell/foreign.tsx";
import { StatePill } from "../shell/state-pill.tsx";

/** Whether a counter is locked, and which taps it takes. */
export function CounterState({ counter: { locked, mode } }: { counter: CountView }) {
  return (
    <Group gap="xs">
      {locked && <StatePill tone="neutral" word="Locked" />}
      {mode !== "both" && (
        <Text size="sm" c="dimmed">
          {capitalized(modeLabels[mode])}
        </Text>
      )}
    </Group>
  );
}

/** The number of a counter, with what it is of and the group that it is in. */
export function CounterNumber({ counter }: { counter: CountView }) {
  const { count, goalTarget, group } = counter;
  return (
    <Stack gap={4}>
      <Text translate="no" className="page-number" role="status" aria-label="Count">
        {formatExact(count)}
      </Text>
      {goalTarget !== null && <Goal count={count} goal={goalTarget} />}
      {group !== null && (
        <Text size="sm" c="dimmed" className="figures">
          In the group <Foreign>{group.name}</Foreign>, which stands at{" "}
          {formatExact(shownLevel(group.level, group.capacity))}
          {group.capacity !== null && ` of ${formatExact(group.capacity)}`}.
        </Text>
      )}
    </Stack>
  );
}

function Goal({ count, goal }: { count: number; goal: number }) {
  const progress = goalProgress(count, goal);
  const words = progress?.isReached ? `Goal ${goal.toLocaleString()} reached` : undefined;
  return (
    <Stack gap={4} maw={320}>
      <Text size="sm" className="figures" {...(words !== undefined && { fw: 600 })}>
        {words ?? `Goal: ${goal.toLocaleString()}`}
      </Text>
      {progress !== null && (
        <Progress
          value={progress.percent}
          {...(progress.isReached && { color: "teal" })}
          aria-label="Progress towards the goal"
        />
      )}
    </Stack>
  );
}
