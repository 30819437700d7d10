import { Group, Stack, Text } from "@mantine/core";
import type { ExactNumber } from "../../../api/private/charts.ts";
import { shownLevel } from "../../../core/embeds/format-count.ts";
import { formatExact } from "../charts/format.ts";

interface FullnessProps {
  level: ExactNumber;
  /** Null where there is none. */
  limit: number | null;
  /** What the limit is; only a capacity makes full. */
  of: "capacity" | "goal" | "threshold";
}

interface HeadlineProps extends FullnessProps {
  name: string;
  /** In place of what its limit is. */
  beside?: string;
}

/** The number of a page, what it is of, and how much of that it is. */
export function Headline({ name, beside, ...fullness }: HeadlineProps) {
  return (
    <Stack gap={4} w="28rem" maw="100%">
      <Group gap={8} align="baseline">
        <Text translate="no" className="page-number" role="status" aria-label={name}>
          {formatExact(levelOf(fullness))}
        </Text>
        {fullness.limit !== null && (
          <Text c="dimmed">{beside ?? `of ${formatExact(fullness.limit)}`}</Text>
        )}
      </Group>
      <Fullness {...fullness} />
    </Stack>
  );
}

/** How much of its limit a level is, in plain elements: rows of long lists have it. Its words change at 80 and 100 percent, and above. */
export function Fullness({ limit, ...props }: FullnessProps) {
  const { of } = props;
  const level = Number(levelOf({ limit, ...props }));
  if (limit === null || (limit === 0 && of !== "capacity")) return null;
  const over = level - limit;
  // A part of a percent over it is not 100.
  const round = over > 0 ? Math.ceil : Math.floor;
  const percent = limit === 0 ? full : Math.max(0, round((100 * level) / limit));
  const { color, words } = lookOf(percent, { of, over });
  return (
    <span className="fullness figures">
      <span className="fullness-bar" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(full, percent)}%`, background: color }} />
      </span>
      <span>{percent.toLocaleString()}%</span>
      {words !== null && <b style={{ color }}>{words}</b>}
    </span>
  );
}

/** Such as "93 of 120", for a line of text. */
export function LevelOf(props: FullnessProps) {
  return (
    <span className="figures">
      <b>{formatExact(levelOf(props))}</b>
      {props.limit !== null && ` of ${formatExact(props.limit)}`}
    </span>
  );
}

function levelOf({ level, limit, of }: FullnessProps): ExactNumber {
  return of === "capacity" ? shownLevel(level, limit) : level;
}

/** From these percentages on it looks nearly full, and full. */
const nearlyFull = 80;
const full = 100;

function lookOf(percent: number, { of, over }: { of: FullnessProps["of"]; over: number }) {
  const quiet = { color: "var(--mantine-color-anchor)", words: null };
  if (of === "goal" && percent >= full) return { ...quiet, words: "Reached" };
  if (of !== "capacity" || percent < nearlyFull) return quiet;
  if (percent < full) return { color: "var(--waiting)", words: "Nearly full" };
  return { color: "var(--failing)", words: over > 0 ? `${over.toLocaleString()} over` : "Full" };
}
