import { Badge, Button, Group, Progress, Stack, Text, Title } from "@mantine/core";
import type { CountView } from "../../../core/counting/count-view.ts";
import { formatExact } from "../charts/format.ts";
import { DeveloperId } from "../copying/developer-id.tsx";
import { ZoneNote } from "../dates/time-zone.tsx";
import { BackLink } from "../shell/back-link.tsx";
import { goalProgress } from "./goal.ts";

const modes = { both: null, "increment-only": "Only up", "decrement-only": "Only down" };

/** A counter's name, number and state, and the way to count. */
export function CounterHeader({ counter }: { counter: CountView }) {
  const { id, name, count, goalTarget, group, locked, mode } = counter;
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <Stack gap="xs" miw={0}>
        <BackLink to="/organizations/$organizationId/counters" />
        <Group gap="sm">
          <Title order={1}>
            <bdi>{name}</bdi>
          </Title>
          {locked && (
            <Badge color="orange" autoContrast>
              Locked
            </Badge>
          )}
          {modes[mode] !== null && <Badge variant="light">{modes[mode]}</Badge>}
        </Group>
        <Text className="figures" fz={44} fw={700} lh={1.1} role="status" aria-label="Count">
          {formatExact(count)}
        </Text>
        <DeveloperId id={id} of="counter" />
        <ZoneNote />
        {goalTarget !== null && <Goal count={count} goal={goalTarget} />}
        {group !== null && (
          <Text size="sm" c="dimmed" className="figures">
            In the group <bdi>{group.name}</bdi>, which stands at {formatExact(group.level)}
            {group.capacity !== null && ` of ${formatExact(group.capacity)}`}.
          </Text>
        )}
      </Stack>
      <Button component="a" flex="none" href={`/count/${id}`} target="_blank" className="no-print">
        Count
      </Button>
    </Group>
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
