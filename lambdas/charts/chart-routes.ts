import type { ChartQuery, ChartView, chartRoutes, TodayView } from "../../api/private/charts.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import { ApiError } from "../../core/api-error.ts";
import { type Calendar, defaultCalendar } from "../../core/calendar.ts";
import { drawChart, type InvalidRange, validateRange } from "../../core/charts/chart.ts";
import { readDayLevels } from "../../core/charts/day-levels.ts";
import type { Clock } from "../../core/clock.ts";
import { type Charted, chartedCounter } from "../../core/counters/charted.ts";
import type { MarkReader, MarkTarget } from "../../core/counters/count-mark.ts";
import { type CounterKey, isGroupId, type StoredCounter } from "../../core/counters/counter.ts";
import { isCounterId } from "../../core/counters/counter-names.ts";
import { type CountEvents, historyPage } from "../../core/counters/history-page.ts";
import { readToday } from "../../core/counters/today.ts";
import { chartedGroup, type GroupKey, type StoredGroup } from "../../core/groups/group.ts";
import { isOrganizationId } from "../../core/organization-id.ts";
import { weakEntityTag } from "../http/entity-tag.ts";
import type { PrivateHandlers, PrivateReply } from "../private-api/area-handler.ts";
import { notFound } from "../private-api/resource-errors.ts";
import { chartView, dayLevelsView, historyView, todayView } from "./chart-views.ts";

export interface ChartPorts {
  /** Undefined for a counter that does not exist or is archived. */
  counter(key: CounterKey): Promise<StoredCounter | undefined>;
  group(key: GroupKey): Promise<StoredGroup | undefined>;
  calendar(organizationId: string): Promise<Calendar>;
  marks: MarkReader;
  countEvents: Pick<CountEvents, "page">;
  clock: Pick<Clock, "now">;
}

/** Charts of counters and groups, and the history of counters, for every member. */
export function chartHandlers(ports: ChartPorts): PrivateHandlers<typeof chartRoutes> {
  return {
    "GET /api/charts/{organizationId}/levels": async ({ path, query, authorize }) => {
      const { organizationId } = path;
      await authorize(5 + query.ids.length);
      const calendar = await ports.calendar(organizationId);
      const wanted = { organizationId, counterIds: query.ids };
      return { body: dayLevelsView(await readDayLevels(ports, wanted, calendar)) };
    },

    "GET /api/charts/{organizationId}/counters/{counterId}": (request) =>
      showChart(ports, request, counterSubject(request.path)),

    "GET /api/charts/{organizationId}/groups/{groupId}": (request) =>
      showChart(ports, request, groupSubject(request.path)),

    "GET /api/charts/{organizationId}/counters/{counterId}/today": (request) =>
      showToday(ports, request, counterSubject(request.path)),

    "GET /api/charts/{organizationId}/groups/{groupId}/today": (request) =>
      showToday(ports, request, groupSubject(request.path)),

    "GET /api/charts/{organizationId}/counters/{counterId}/history": async (request) => {
      const target = counterTarget(request.path);
      const key = target && { organizationId: target.organizationId, counterId: target.targetId };
      const [, counter] = await allInOrder([request.authorize(), key && ports.counter(key)]);
      if (key === undefined || counter === undefined) throw notFound("counter");
      const events = await ports.countEvents.page(key, historyPage(request.query));
      return { body: historyView({ counterId: counter.id, counterName: counter.name, events }) };
    },
  };
}

interface Subject {
  kind: "counter" | "group";
  /** Undefined for text that cannot be a key. */
  target: MarkTarget | undefined;
  read(ports: ChartPorts, target: MarkTarget): Promise<Charted | undefined>;
}

/** Two round trips: the authorization with all small reads, then the marks. */
async function showChart(
  ports: ChartPorts,
  { authorize, query }: { authorize(): Promise<unknown>; query: ChartQuery },
  subject: Subject,
): Promise<PrivateReply<ChartView>> {
  const { target, ...known } = await readSubject(ports, authorize, subject);
  const invalid = validateRange(query, ports.clock.now());
  if (invalid !== undefined) {
    throw new ApiError(400, rangeErrors[invalid], { code: "INVALID_PARAMETER" });
  }
  const chart = await drawChart(ports, target, { ...known, range: query });
  const body = chartView(chart);
  return { body, headers: { etag: weakEntityTag(JSON.stringify(body)) } };
}

async function showToday(
  ports: ChartPorts,
  { authorize }: { authorize(): Promise<unknown> },
  subject: Subject,
): Promise<PrivateReply<TodayView>> {
  const { target, ...known } = await readSubject(ports, authorize, subject);
  return { body: todayView(await readToday(ports, target, known)) };
}

/** What is read beside the authorization. */
async function readSubject(
  ports: ChartPorts,
  authorize: () => Promise<unknown>,
  { kind, target, read }: Subject,
) {
  const [, charted, calendar] = await allInOrder([
    authorize(),
    target && read(ports, target),
    target ? ports.calendar(target.organizationId) : defaultCalendar,
  ]);
  if (target === undefined || charted === undefined) throw notFound(kind);
  return { target, charted, calendar };
}

function counterSubject(path: CounterKey): Subject {
  return { kind: "counter", target: counterTarget(path), read: readCounter };
}

function groupSubject(path: GroupKey): Subject {
  return { kind: "group", target: groupTarget(path), read: readGroup };
}

async function readCounter(ports: ChartPorts, { organizationId, targetId }: MarkTarget) {
  const counter = await ports.counter({ organizationId, counterId: targetId });
  return counter && chartedCounter(counter);
}

async function readGroup(ports: ChartPorts, { organizationId, targetId }: MarkTarget) {
  const group = await ports.group({ organizationId, groupId: targetId });
  return group && chartedGroup(group);
}

function counterTarget({ organizationId, counterId }: CounterKey): MarkTarget | undefined {
  const possible = isOrganizationId(organizationId) && isCounterId(counterId);
  return possible ? { organizationId, targetId: counterId } : undefined;
}

function groupTarget({ organizationId, groupId }: GroupKey): MarkTarget | undefined {
  const possible = isOrganizationId(organizationId) && isGroupId(groupId);
  return possible ? { organizationId, targetId: groupId } : undefined;
}

const rangeErrors: Record<InvalidRange, string> = {
  in_future: "`from` is in the future",
  ends_before_begin: "`to` must be after `from`",
  too_long:
    "The range is too long: by the minute it can have 24 hours, by the hour 62 days, and by the day 4 years",
};
