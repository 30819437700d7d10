import { Group, Progress, Text } from "@mantine/core";
import type { GroupView } from "../../../api/private/groups.ts";
import { shownLevel } from "../../../core/embeds/format-count.ts";

/** From these percentages on it looks nearly full, and full. */
const nearlyFull = 80;
const full = 100;

/** How full a group is; its look and its words change at 80 and at 100 percent. */
export function CapacityBar({ group }: { group: GroupView }) {
  const { capacity } = group;
  if (capacity === null) {
    return (
      <Text size="sm" c="dimmed">
        No capacity
      </Text>
    );
  }
  const total = shownLevel(group.total, capacity);
  const percent = capacity === 0 ? 100 : Math.floor((100 * total) / capacity);
  const { color, words } = lookOf(percent);
  return (
    <Group gap="xs" wrap="nowrap" component="span">
      <Progress
        className="row-long"
        w={80}
        value={Math.max(0, Math.min(100, percent))}
        color={color}
        striped={percent >= full}
        aria-label={`${percent} percent of its capacity${words === null ? "" : `: ${words}`}`}
      />
      <span className="figures">
        {percent.toLocaleString()}% of {capacity.toLocaleString()}
      </span>
      {words !== null && <b>{words}</b>}
    </Group>
  );
}

function lookOf(percent: number) {
  if (percent >= full) return { color: "var(--failing)", words: "Full" };
  if (percent >= nearlyFull) return { color: "var(--waiting)", words: "Nearly full" };
  return { color: "var(--mantine-color-anchor)", words: null };
}
