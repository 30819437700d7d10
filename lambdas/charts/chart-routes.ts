import { ApiError } from "../../core/api-error.ts";
import {
  type Charted,
  drawChart,
  type InvalidRange,
  type MarkReader,
  type MarkTarget,
  validateRange,
} from "../../core/charts/chart.ts";
import type { Clock } from "../../core/clock.ts";
import { type CounterKey, isCounterId, type StoredCounter } from "../../core/counters/counter.ts";
import type { CountEvents } from "../../core/counters/history-page.ts";
import { historyPage } from "../../core/counters/history-page.ts";
import { type GroupKey, isGroupId, type StoredGroup } from "../../core/groups/group.ts";
import { isOrganizationId } from "../../core/organizations/organization.ts";
import { chartView, historyView } from "../../core/private-api/counters/chart-views.ts";
import { ChartQuery } from "../../core/private-api/counters/charts.ts";
import { defaultTimeZone } from "../../core/time-zone.ts";
import { weakEntityTag } from "../http/entity-tag.ts";
import { type HttpEvent, type HttpResponse, jsonResponse } from "../http/message.ts";
import { allThrowingInOrder } from "../private-api/all-in-order.ts";
import type { MemberAccess } from "../private-api/member-access.ts";
import { type PrivateRoute, queryOf } from "../private-api/private-handler.ts";
import { notFound } from "../private-api/resource-errors.ts";

export interface ChartPorts {
  access: MemberAccess;
  /** Undefined for a counter that does not exist or is archived. */
  counter(key: CounterKey): Promise<StoredCounter | undefined>;
  group(key: GroupKey): Promise<StoredGroup | undefined>;
  timeZone(organizationId: string): Promise<string>;
  marks: MarkReader;
  countEvents: Pick<CountEvents, "page">;
  clock: Pick<Clock, "now">;
}

const organizations = "/api/organizations/{organizationId}";

/** Charts of counters and groups, and the history of counters, for every member. */
export function chartRoutes(ports: ChartPorts): Record<string, PrivateRoute> {
  return {
    [`GET ${organizations}/counters/{counterId}/chart`]: (event) =>
      showChart(ports, event, {
        kind: "counter",
        target: counterTarget(event),
        read: readCounter,
      }),
    [`GET ${organizations}/groups/{groupId}/chart`]: (event) =>
      showChart(ports, event, { kind: "group", target: groupTarget(event), read: readGroup }),
    [`GET ${organizations}/counters/{counterId}/history`]: (event) => showHistory(ports, event),
  };
}

interface Subject {
  kind: "counter" | "group";
  /** Undefined for text that cannot be a key. */
  target: MarkTarget | undefined;
  read(ports: ChartPorts, target: MarkTarget): Promise<Charted | undefined>;
}

/** Two round trips: all that is small beside the authorization, then the marks. */
async function showChart(
  ports: ChartPorts,
  event: HttpEvent,
  { kind, target, read }: Subject,
): Promise<HttpResponse> {
  const [, charted, timeZone] = await allThrowingInOrder(
    ports.access.member(event, "see_counters"),
    target && read(ports, target),
    target ? ports.timeZone(target.organizationId) : defaultTimeZone,
  );
  if (target === undefined || charted === undefined) throw notFound(kind);
  const range = queryOf(event, ChartQuery);
  const invalid = validateRange(range, ports.clock.now());
  if (invalid !== undefined) {
    throw new ApiError(400, rangeErrors[invalid], { code: "INVALID_PARAMETER" });
  }
  const chart = await drawChart(ports, target, { charted, timeZone, range });
  const view = chartView(chart);
  return jsonResponse(view, { etag: weakEntityTag(JSON.stringify(view)) });
}

async function showHistory(ports: ChartPorts, event: HttpEvent): Promise<HttpResponse> {
  const target = counterTarget(event);
  const key = target && { organizationId: target.organizationId, counterId: target.targetId };
  const [, counter] = await allThrowingInOrder(
    ports.access.member(event, "see_counters"),
    key && ports.counter(key),
  );
  if (key === undefined || counter === undefined) throw notFound("counter");
  const events = await ports.countEvents.page(key, historyPage(parametersOf(event)));
  return jsonResponse(historyView({ counterId: counter.id, counterName: counter.name, events }));
}

async function readCounter(ports: ChartPorts, { organizationId, targetId }: MarkTarget) {
  const counter = await ports.counter({ organizationId, counterId: targetId });
  if (counter === undefined) return undefined;
  return { ...counter, level: BigInt(counter.count), position: counter.lastEventId };
}

async function readGroup(ports: ChartPorts, { organizationId, targetId }: MarkTarget) {
  const group = await ports.group({ organizationId, groupId: targetId });
  // A group can be created anew under the id of one that was deleted.
  return group && { ...group, level: group.total, position: group.revision, mayReplace: true };
}

function counterTarget({ pathParameters }: HttpEvent): MarkTarget | undefined {
  const { organizationId = "", counterId = "" } = pathParameters ?? {};
  const possible = isOrganizationId(organizationId) && isCounterId(counterId);
  return possible ? { organizationId, targetId: counterId } : undefined;
}

function groupTarget({ pathParameters }: HttpEvent): MarkTarget | undefined {
  const { organizationId = "", groupId = "" } = pathParameters ?? {};
  const possible = isOrganizationId(organizationId) && isGroupId(groupId);
  return possible ? { organizationId, targetId: groupId } : undefined;
}

const rangeErrors: Record<InvalidRange, string> = {
  in_future: "`from` is in the future",
  ends_before_begin: "`to` must be after `from`",
  too_long:
    "The range is too long: by the minute it can have 24 hours, by the hour 62 days, and by the day 4 years",
};

function parametersOf({ rawQueryString }: HttpEvent): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(rawQueryString));
}
