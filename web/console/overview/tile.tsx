import { Group, Menu, Paper, Skeleton, Title, UnstyledButton } from "@mantine/core";
import { ArrowDownIcon, ArrowUpIcon, KebabHorizontalIcon, LockIcon } from "@primer/octicons-react";
import type { ReactNode } from "react";
import type { OverviewView, TileView } from "../../../api/private/overview.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { shownLevel } from "../../../core/embeds/format-count.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact, formatTime } from "../charts/format.ts";
import { Sparkline } from "../charts/sparkline.tsx";
import { DayCounts, peakMeaning, peakName, shownPeak } from "../charts/today.tsx";
import { Fullness } from "../groups/capacity.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { useOld } from "../shell/freshness.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { type Comparison, compareWithUsual, levelsOf, type Usual, weekdayOf } from "./usual.ts";

interface TileProps {
  tile: TileView;
  overview: OverviewView;
  /** Undefined while it is loaded. */
  usual: Usual | undefined;
  now: number;
  onSelect: () => void;
  /** Entries of its menu. */
  menu: ReactNode;
}

/** A counter or group at a glance: the number, and how its day went. */
export function Tile({ tile, overview, usual, now, onSelect, menu }: TileProps) {
  const { name, level, capacity, goal, locked } = tile;
  const { peak, peakAt } = shownPeak(tile);
  const limit = capacity ?? goal;
  const isOld = useOld() !== undefined;
  const when = isOld ? `at ${formatTime(now, overview.timeZone)}` : "now";
  const shown = shownLevel(level, capacity);
  const compared = usual && compareWithUsual(Number(tile.in), usual, now, weekdayOf(overview.date));
  return (
    <Paper
      component="article"
      className="tile"
      withBorder
      p="md"
      aria-label={withoutBidiControls(name)}
      // A shortcut for the mouse: the chart has a choice of its own.
      onClick={onSelect}
    >
      <Group className="tile-head" gap="xs" wrap="nowrap" justify="space-between">
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
        {/* The number is not that of today: a counter without daily resets counts on. */}
        <span className="tile-limit">{limit === null ? when : `of ${formatExact(limit)}`}</span>
      </Group>
      <div className="tile-bar">
        <Fullness level={level} limit={limit} of={capacity === null ? "goal" : "capacity"} />
      </div>
      <Sparkline line={levelsOf(tile, overview, now)} height={36} />
      <div className="tile-counts">
        <DayCounts day={tile} />
      </div>
      <div className="tile-usual">
        {shown !== level ? (
          <span role="alert">Adds up to {formatExact(level)}: set the count of a counter</span>
        ) : (
          (compared?.sentence && <Compared {...compared} />) ||
          (usual === undefined && <Skeleton height={10} width="60%" />)
        )}
      </div>
      <div className="tile-counts tile-peak">
        {peak !== null && peakAt !== null && (
          <span title={peakMeaning}>
            {peakName(peak, level)} <b>{formatExact(peak)}</b>
            <span className="tile-peak-at">
              {" "}
              at {formatTime(Date.parse(peakAt), overview.timeZone)}
            </span>
          </span>
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

function Compared({ direction, sentence }: Comparison) {
  return (
    <>
      {direction === "up" && <ArrowUpIcon size={14} aria-hidden />}
      {direction === "down" && <ArrowDownIcon size={14} aria-hidden />}
      {sentence}
    </>
  );
}
