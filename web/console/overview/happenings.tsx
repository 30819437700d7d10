import { Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import type { OverviewView } from "../../../api/private/overview.ts";
import { groupBy } from "../../../core/group-by.ts";
import { planIncludesAlerts } from "../../../core/organizations/plan.ts";
import { maximumFirings } from "../../../core/overview/overview-limits.ts";
import { useOrganization } from "../api/session.ts";
import { formatTime } from "../charts/format.ts";
import { Ago, useMoment } from "../dates/time.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { CountOrMore, EndpointStatePill } from "../webhooks/health.tsx";

type Endpoint = NonNullable<OverviewView["endpoints"]>[number];

/** What fired today, how endpoints are doing, and which gates nobody has used. */
export function Happenings({ overview }: { overview: OverviewView }) {
  const { plan } = useOrganization();
  const { endpoints, quietGates, quietGateCount } = overview;
  return (
    <div className="overview-side">
      {planIncludesAlerts(plan) && <Fired overview={overview} />}
      {endpoints !== null && endpoints.length > 0 && (
        <List title="Endpoints">
          {[...endpoints].sort(byNeed).map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} />
          ))}
        </List>
      )}
      {quietGates.length > 0 && (
        <List title="Quiet gates">
          {quietGates.map(({ id, name, lastHeardAt }) => (
            <li key={id}>
              <Foreign>{name}</Foreign>
              <span className="overview-aside">
                {lastHeardAt === null ? "Not used yet" : <Ago at={lastHeardAt} />}
              </span>
            </li>
          ))}
          {quietGateCount > quietGates.length && (
            <li>And {(quietGateCount - quietGates.length).toLocaleString()} more</li>
          )}
        </List>
      )}
    </div>
  );
}

const shownAlerts = 5;

function Fired({ overview: { firings, timeZone } }: { overview: OverviewView }) {
  const { id: organizationId } = useOrganization();
  const ofAlerts = [...groupBy(firings, ({ alertId }) => alertId).values()].slice(0, shownAlerts);
  const orMore = firings.length === maximumFirings ? "+" : "";
  return (
    <List title="Fired today">
      {firings.length === 0 && (
        <li>
          <Text size="sm" c="dimmed">
            Nothing so far.
          </Text>
        </li>
      )}
      {ofAlerts.map(([newest, ...earlier]) => (
        <li key={newest.alertId}>
          <span>
            <PageLink
              size="sm"
              to="/organizations/$organizationId/alerts/$alertId"
              params={{ organizationId, alertId: newest.alertId }}
            >
              <Foreign>{newest.alertName}</Foreign>
            </PageLink>
            <Text size="xs" c="dimmed" className="figures">
              <Foreign>{newest.targetName}</Foreign> at {newest.level.toLocaleString()} ·{" "}
              {earlier.length > 0 && `${1 + earlier.length}${orMore} times, last `}
              <time translate="no" dateTime={newest.at}>
                {formatTime(Date.parse(newest.at), timeZone)}
              </time>
            </Text>
          </span>
        </li>
      ))}
    </List>
  );
}

/** What needs somebody comes first. */
function byNeed(one: Endpoint, other: Endpoint): number {
  return Number(other.state === "failing") - Number(one.state === "failing");
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { id: organizationId } = useOrganization();
  const { id: endpointId, name, url, state, since, waiting, waitingIsExact } = endpoint;
  const from = useMoment(since);
  const isWaiting = waiting > 0;
  const isFailing = state === "failing" && from !== undefined;
  return (
    <li>
      <span>
        <PageLink
          size="sm"
          to="/organizations/$organizationId/settings/webhooks/$endpointId"
          params={{ organizationId, endpointId }}
        >
          <Foreign>{name ?? new URL(url).host}</Foreign>
        </PageLink>
        {(isWaiting || isFailing) && (
          <Text size="xs" c="dimmed">
            {isWaiting && (
              <>
                <CountOrMore count={waiting} exact={waitingIsExact} /> waiting
              </>
            )}
            {isWaiting && isFailing && " · "}
            {isFailing && <>since {from}</>}
          </Text>
        )}
      </span>
      <EndpointStatePill state={state} since={since} waiting={waiting} />
    </li>
  );
}

function List({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      <ul className="overview-list">{children}</ul>
    </section>
  );
}
