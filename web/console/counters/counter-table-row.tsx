import { Anchor, Badge, Button, Group, Progress, Stack, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { CounterRow } from "../../../core/private-api/counters/counters.ts";
import { useOrganization } from "../api/session.ts";
import { Time } from "../shell/time.tsx";
import { CounterMenu } from "./counter-menu.tsx";

interface CounterTableRowProps {
  counter: CounterRow;
  /** The name of its group. */
  group: string | null;
  index: number;
  /** In pixels. */
  height: number;
  onEdit: ((counter: CounterRow) => void) | undefined;
}

/** One counter of the list. */
export const CounterTableRow = memo((props: CounterTableRowProps) => {
  const { counter, group, index, height, onEdit } = props;
  const { id: organizationId } = useOrganization();
  const { id, name, count, goalTarget, archivedAt, updatedAt } = counter;
  return (
    <Table.Tr h={height} aria-rowindex={index + 2}>
      <Table.Td>
        <Anchor
          display="block"
          truncate
          title={name}
          renderRoot={(link) => (
            <Link
              to="/organizations/$organizationId/counters/$counterId"
              params={{ organizationId, counterId: id }}
              preload={false}
              {...link}
            />
          )}
        >
          <bdi>{name}</bdi>
        </Anchor>
      </Table.Td>
      <Table.Td ta="right" fw={650} data-count={id}>
        {count.toLocaleString()}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text truncate size="sm" title={group ?? undefined}>
          {group === null ? "" : <bdi>{group}</bdi>}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="lg">
        {goalTarget !== null && <GoalProgress count={count} goal={goalTarget} />}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm" truncate>
          <Time at={updatedAt} />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <CounterStateBadge counter={counter} />
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {archivedAt === null && (
            <Button
              component="a"
              href={`/count/${id}`}
              size="compact-sm"
              variant="light"
              aria-label={`Count ${name}`}
            >
              Count
            </Button>
          )}
          {onEdit !== undefined && <CounterMenu counter={counter} onEdit={onEdit} />}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
});

export function CounterStateBadge({ counter }: { counter: CounterRow }) {
  if (counter.archivedAt !== null) return <Badge variant="default">Archived</Badge>;
  if (counter.locked) {
    return (
      <Badge color="orange" autoContrast>
        Locked
      </Badge>
    );
  }
  return <Badge variant="light">Active</Badge>;
}

function GoalProgress({ count, goal }: { count: number; goal: number }) {
  const percent = goal > 0 ? Math.max(0, Math.min(100, (100 * count) / goal)) : 0;
  const text = `${count.toLocaleString()} of ${goal.toLocaleString()}`;
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed" truncate>
        of {goal.toLocaleString()}
      </Text>
      {goal > 0 && <Progress value={percent} size="sm" aria-label={`Goal: ${text}`} />}
    </Stack>
  );
}
