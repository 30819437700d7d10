import { Resolution } from "../../../core/counters/interval.ts";
import { isWithinBounds } from "../../../core/time-bounds.ts";
import {
  fittingResolution,
  isRangeAllowed,
  type PresetName,
  presetRange,
  presets,
  type Range,
} from "./range.ts";

/** What a chart shows. */
export interface View {
  range: Range;
  resolution: Resolution;
}

/** What a chart shows, as it stands in the URL; nothing for what fits. */
export interface ChartSearch {
  last?: string | undefined;
  /** ISO 8601, with `until`. */
  since?: string | undefined;
  until?: string | undefined;
  /** The resolution, unless it is the one that fits. */
  by?: string | undefined;
}

export function viewOf(range: Range): View {
  const resolution = fittingResolution(range);
  return { range, resolution: isRangeAllowed(range, resolution) ? resolution : "day" };
}

/** What a URL names, as far as there can be a chart of it; the preset that fits otherwise. */
export function viewOfSearch(
  { last, since, until, by }: ChartSearch,
  fits: PresetName = "day",
): View {
  const fixed = {
    kind: "fixed",
    fromMs: Date.parse(since ?? ""),
    toMs: Date.parse(until ?? ""),
  } as const;
  const isRange =
    fixed.fromMs < fixed.toMs &&
    isWithinBounds(fixed.fromMs) &&
    isWithinBounds(fixed.toMs) &&
    isRangeAllowed(fixed, "day");
  const preset = Object.keys(presets).find((name) => name === last) as PresetName | undefined;
  const fitting = viewOf(isRange ? fixed : presetRange(preset ?? fits));
  const resolution = Resolution.safeParse(by).data;
  if (resolution === undefined || !isRangeAllowed(fitting.range, resolution)) return fitting;
  return { range: fitting.range, resolution };
}

/** Each of its names is there, so that it takes the place of what was in the URL. */
export function searchOf({ range, resolution }: View): Required<ChartSearch> {
  const by = resolution === viewOf(range).resolution ? undefined : resolution;
  if (range.kind === "last") {
    return { last: range.name, since: undefined, until: undefined, by };
  }
  const [since, until] = [range.fromMs, range.toMs].map((ms) => new Date(ms).toISOString());
  return { last: undefined, since, until, by };
}
