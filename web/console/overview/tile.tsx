import { Group, Menu, Paper, Progress, Text, Title, UnstyledButton } from "@mantine/core";
import { ArrowDownIcon, ArrowUpIcon, KebabHorizontalIcon, LockIcon } from "@primer/octicons-react";
import type { ReactNode } from "react";
import type { OverviewView, TileView } from "../../../api/private/overview.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { shownLevel } from "../../../core/embeds/format-count.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact, formatSigned, formatTime } from "../charts/format.ts";
import { Sparkline } from "../charts/sparkline.tsx";
import { peakMeaning, peakName } from "../charts/today.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { type Comparison, compareWithUsual, levelsOf, type Usual, weekdayOf } from "./usual.ts";

interface TileProps {
  tile: TileView;
  overview: OverviewView;
  /** Undefined while it is loaded. */
  usual: Usual | undefined;
  now: number;
  isSelected: boolean;
  onSelect: () => void;
  /** Entries of its menu. */
  menu: ReactNode;
}

/** A counter or group at a glance: the number, and how its day went. */
export function Tile({ tile, overview, usual, now, isSelected, onSelect, menu }: TileProps) {
  const { name, level, capacity, peak, peakAt, locked } = tile;
  const shown = shownLevel(level, capacity);
  const compared = usual && compareWithUsual(Number(tile.in), usual, now, weekdayOf(overview.date));
  return (
    <Paper
      component="article"
      className="tile"
      withBorder
      p="md"
      aria-label={withoutBidiControls(name)}
      data-selected={isSelected || undefined}
      // A shortcut for the mouse: the chart has a choice of its own.
      onClick={onSelect}
    >
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Title order={2} className="tile-name">
          <TileLink tile={tile} />
        </Title>
        {locked && (
          <span className="tile-locked">
            <LockIcon size={12} aria-hidden /> Locked
          </span>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <UnstyledButton
              className="tile-menu no-print"
              aria-label={`More for ${withoutBidiControls(name)}`}
              onClick={(event) => event.stopPropagation()}
            >
              <KebabHorizontalIcon aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
            <Menu.Item onClick={onSelect}>Show in the chart</Menu.Item>
            {menu}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Group gap={8} align="baseline" wrap="nowrap">
        <span translate="no" className="tile-number">
          {formatExact(shown)}
        </span>
        <Limit tile={tile} />
      </Group>
      <Fullness tile={tile} />
      <Sparkline line={levelsOf(tile, overview, now)} height={36} />
      <div className="tile-counts">
        <span>
          Today in <b>{formatExact(tile.in)}</b> <span className="tile-out">out</span>{" "}
          <b>{formatExact(tile.out)}</b>
          {BigInt(tile.adjusted) !== 0n && (
            <>
              {" "}
              adjusted <b>{formatSigned(tile.adjusted)}</b>
            </>
          )}
        </span>
        {peak !== null && peakAt !== null && (
          <span className="tile-peak" title={peakMeaning}>
            {peakName(peak, level)} <b>{formatExact(peak)}</b> at{" "}
            {formatTime(Date.parse(peakAt), overview.timeZone)}
          </span>
        )}
      </div>
      <div className="tile-usual">
        {shown !== level ? (
          <span role="alert">Adds up to {formatExact(level)}: set the count of a counter</span>
        ) : (
          compared && <Compared {...compared} />
        )}
      </div>
    </Paper>
  );
}

function TileLink({ tile: { kind, id, name } }: Pick<TileProps, "tile">) {
  const { id: organizationId } = useOrganization();
  return kind === "counter" ? (
    <PageLink
      to="/organizations/$organizationId/counters/$counterId"
      params={{ organizationId, counterId: id }}
    >
      <Foreign>{name}</Foreign>
    </PageLink>
  ) : (
    <PageLink
      to="/organizations/$organizationId/groups/$groupId"
      params={{ organizationId, groupId: id }}
    >
      <Foreign>{name}</Foreign>
    </PageLink>
  );
}

function Limit({ tile: { capacity, goal } }: Pick<TileProps, "tile">) {
  if (capacity !== null) return <span className="tile-limit">of {capacity.toLocaleString()}</span>;
  // The number is not that of today: a counter without daily resets counts on.
  return (
    <span className="tile-limit">
      {goal === null ? "now" : `of a goal of ${goal.toLocaleString()}`}
    </span>
  );
}

/** The room of the bar stays where there is none: tiles have one height. */
function Fullness({ tile: { level, capacity, goal } }: Pick<TileProps, "tile">) {
  const limit = capacity ?? goal;
  if (limit === null || limit <= 0) return <div className="tile-bar" />;
  const percent = Math.floor((100 * Number(shownLevel(level, capacity))) / limit);
  const isFull = capacity !== null && percent >= 100;
  const isNearlyFull = capacity !== null && percent >= 80;
  const state = isFull ? "failing" : isNearlyFull ? "waiting" : "mantine-color-anchor";
  const of = capacity === null ? "goal" : "capacity";
  return (
    <Group className="tile-bar" gap="xs" wrap="nowrap">
      <Progress
        value={Math.max(0, Math.min(100, percent))}
        size={6}
        flex={1}
        color={`var(--${state})`}
        striped={isFull}
        aria-label={`${percent} percent of the ${of}`}
      />
      <Text size="xs" className="figures" aria-hidden>
        {percent.toLocaleString()}%
      </Text>
    </Group>
  );
}

function Compared({ direction, sentence }: Comparison) {
  return (
    <>
      {direction === "up" && <ArrowUpIcon size={14} aria-hidden />}
      {direction === "down" && <ArrowDownIcon size={14} aria-hidden />}
      {sentence}
    </>
  );
}
