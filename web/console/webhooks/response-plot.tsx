import { Group, Paper, Stack, Text, useComputedColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type uPlot from "uplot";
import type { ResponsesView } from "../../../api/private/webhooks.ts";
import { nowMs } from "../api/clock.ts";
import { useOrganization } from "../api/session.ts";
import { axisLabels } from "../charts/format.ts";
import { Plot } from "../charts/plot.tsx";
import { plural } from "../shell/plural.ts";
import { FailedLink, failedSince } from "./failed-attempts.tsx";
import { responsesQuery } from "./webhook-queries.ts";

/** The kinds of responses, in the order of the plot's series. */
const kinds = [
  { label: "2xx", light: "#0b7285", dark: "#3bc9db", holds: (status: Status) => isIn(status, 200) },
  {
    label: "3xx and 4xx",
    light: "#b35c00",
    dark: "#ffc078",
    holds: (status: Status) => isIn(status, 300) || isIn(status, 400),
  },
  { label: "5xx", light: "#c92a2a", dark: "#ff8787", holds: (status: Status) => isIn(status, 500) },
  {
    label: "no response",
    light: "#5f3dc4",
    dark: "#b197fc",
    holds: (status: Status) => status === null,
  },
];

type Status = number | null;

function isIn(status: Status, hundred: number): boolean {
  return status !== null && status >= hundred && status < hundred + 100;
}

/** Responses and durations of all attempts of the newest 1,000 deliveries of an endpoint. */
export function ResponsePlot({ endpointId }: { endpointId: string }) {
  const { id } = useOrganization();
  const { data } = useQuery(responsesQuery(id, endpointId));
  const scheme = useComputedColorScheme("light");
  const options = useMemo(() => optionsOf(scheme), [scheme]);
  const columns = useMemo(() => (data === undefined ? undefined : columnsOf(data)), [data]);
  if (data === undefined || columns === undefined)
    return <div className="card-shape" style={{ height: 262 }} />;
  if (data.at.length === 0) {
    return <Text c="dimmed">Nothing has been sent yet, so there is nothing to plot.</Text>;
  }
  const failed = failedSince(data, 0);
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Plot options={options} data={columns} />
        <Summary responses={data} scheme={scheme} />
        {failed !== undefined && (
          <Text size="sm">
            {plural(failed.count, "attempt")} failed.{" "}
            <FailedLink endpointId={endpointId} failed={failed} />
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

/** What the plot shows, in numbers, and what its colors mean. */
function Summary({ responses, scheme }: { responses: ResponsesView; scheme: "light" | "dark" }) {
  const sorted = [...responses.durationMs].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const slowest = sorted.at(-1) ?? 0;
  const counted = kinds.map((kind) => ({
    ...kind,
    count: responses.status.filter(kind.holds).length,
  }));
  // Only what is drawn is named.
  const drawn = counted.filter(({ count }) => count > 0);
  return (
    <Stack gap={4}>
      <Group gap="md">
        {drawn.map((kind) => (
          <Group key={kind.label} gap={6}>
            <svg width="10" height="10" aria-hidden="true">
              <circle cx="5" cy="5" r="5" fill={kind[scheme]} />
            </svg>
            <Text size="sm">
              {kind.label}: {kind.count.toLocaleString()}
            </Text>
          </Group>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        {plural(responses.at.length, "attempt")} of the newest deliveries, failed ones included.
        Half took at most {median.toLocaleString()} ms, the slowest {slowest.toLocaleString()} ms.
      </Text>
    </Stack>
  );
}

function columnsOf({ at, durationMs, status }: ResponsesView): uPlot.AlignedData {
  const series = kinds.map(({ holds }) =>
    at.map((_, index) =>
      holds(status[index] ?? null) ? Math.max(1, durationMs[index] ?? 1) : null,
    ),
  );
  return [at, ...series];
}

function optionsOf(scheme: "light" | "dark"): Omit<uPlot.Options, "width"> {
  const [ink, grid] = scheme === "dark" ? ["#aeb8c4", "#303a48"] : ["#4f5a67", "#d6dde6"];
  const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } };
  return {
    height: 180,
    legend: { show: false },
    cursor: { show: false },
    // For the half of the last label that is right of its line.
    padding: [null, 40, null, null],
    // A hundredth of a second and ten seconds in one chart.
    scales: {
      // Of a single delivery uPlot would show years.
      x: { range: (_, first) => untilNow(first) },
      y: { distr: 3, range: (_, __, high) => [1, Math.max(high, 1_000)] },
    },
    axes: [
      {
        ...axis,
        // For times with seconds, of a clock of twelve hours; on a phone for two labels at least.
        space: (_, __, ___, ____, across) => Math.min(96, across / 4),
        incrs: stepSeconds,
        size: 42,
        values: (_, splits, __, ___, step) => axisLabels(splits, step),
      },
      {
        ...axis,
        grid: { ...axis.grid, filter: decades },
        ticks: { ...axis.ticks, filter: decades },
        filter: decades,
        size: 64,
        values: (_, ticks) => ticks.map((ms) => (ms === null ? "" : shown(ms))),
      },
    ],
    series: [
      {},
      ...kinds.map((kind) => ({
        label: kind.label,
        stroke: kind[scheme],
        paths: () => null,
        points: { show: true, size: 5, fill: kind[scheme], stroke: kind[scheme] },
      })),
    ],
  };
}

/** From the first attempt, but so long that a phone's labels need no seconds, and nothing to come. */
function untilNow(first: number): [number, number] {
  const now = nowMs() / 1_000;
  return [Math.min(first, now - 150), now];
}

/** Between two labels of the time: each at most twice the one before, up to the days that are kept. */
const stepSeconds = [
  ...[1, 2, 3, 5, 10, 15, 30, 60, 120, 180, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600],
  ...[43_200, 86_400, 172_800, 345_600, 691_200],
];

/** Of a logarithmic scale only the powers of ten. */
function decades(_: uPlot, ticks: number[]): (number | null)[] {
  return ticks.map((ms) => (isDecade(ms) ? ms : null));
}

function isDecade(ms: number): boolean {
  return Math.abs(Math.log10(ms) - Math.round(Math.log10(ms))) < 1e-6;
}

function shown(ms: number): string {
  return ms >= 1_000 ? `${(ms / 1_000).toLocaleString()} s` : `${ms.toLocaleString()} ms`;
}
