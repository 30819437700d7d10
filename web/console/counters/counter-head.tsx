import { Group, Stack, Text } from "@mantine/core";
import { modeLabels } from "../../../core/counters/settings/setting-labels.ts";
import type { CountView } from "../../../core/counting/count-view.ts";
import { useOrganization } from "../api/session.ts";
import { Today } from "../charts/today.tsx";
import { Fullness, Headline, LevelOf } from "../groups/capacity.tsx";
import { capitalized } from "../shell/capitalized.ts";
import { Foreign } from "../shell/foreign.tsx";
import { PageLink } from "../shell/page-link.tsx";
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

/** The number of a counter, with what it is of, its day, and the group that it is in. */
export function CounterNumber({ counter }: { counter: CountView }) {
  const { id: organizationId } = useOrganization();
  const { id, count, goalTarget, group } = counter;
  const inGroup = {
    level: group?.level ?? 0,
    limit: group?.capacity ?? null,
    of: "capacity",
  } as const;
  return (
    <Stack gap={4}>
      <Headline name="Count" level={count} limit={goalTarget} of="goal" />
      <Today scope="counter" targetId={id} now={count} />
      {group !== null && (
        <Group gap="4px 12px" fz="sm" pb={4}>
          <span className="figures">
            In{" "}
            <PageLink
              inherit
              to="/organizations/$organizationId/groups/$groupId"
              params={{ organizationId, groupId: group.id }}
            >
              <Foreign>{group.name}</Foreign>
            </PageLink>
            : <LevelOf {...inGroup} />
          </span>
          <span className="fullness-small">
            <Fullness {...inGroup} />
          </span>
        </Group>
      )}
    </Stack>
  );
}
