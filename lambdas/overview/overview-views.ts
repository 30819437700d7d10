import type { OverviewView, TileView } from "../../api/private/overview.ts";
import type { Firing } from "../../core/alerts/firing.ts";
import type { Overview, Tile } from "../../core/overview/overview.ts";
import { exactNumber } from "../charts/chart-views.ts";

/** The most quiet gates that are named. */
const maximumNamed = 10;

export function overviewView(overview: Overview): OverviewView {
  const { day, endsMs, timeZone, pins, endpoints, quietGates } = overview;
  return {
    date: day.date,
    startedAt: new Date(day.startMs).toISOString(),
    endsAt: new Date(endsMs).toISOString(),
    ...{ timeZone, pins, endpoints },
    tiles: overview.tiles.map(tileView),
    firings: overview.firings.map(firedView),
    quietGates: quietGates
      .slice(0, maximumNamed)
      .map(({ id, name, lastHeardAt = null }) => ({ id, name, lastHeardAt })),
    quietGateCount: quietGates.length,
  };
}

function tileView({ day, ...tile }: Tile): TileView {
  const { level, peak, peakAt, points } = day;
  return {
    ...{ ...tile, peakAt },
    level: exactNumber(level),
    in: exactNumber(day.in),
    out: exactNumber(day.out),
    adjusted: exactNumber(day.adjusted),
    peak: peak === null ? null : exactNumber(peak),
    points: points.map(({ at, level: before, ups, downs }) => ({
      at,
      level: exactNumber(before),
      in: exactNumber(ups),
      out: exactNumber(downs),
    })),
  };
}

function firedView(firing: Firing) {
  const { groupName, counterName, createdAt } = firing;
  return { ...firing, targetName: groupName ?? counterName, at: createdAt };
}
