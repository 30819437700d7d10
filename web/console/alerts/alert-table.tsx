import { Fragment } from "react";
import type { AlertView } from "../../../api/private/alerts.ts";
import type { ExactNumber } from "../../../api/private/charts.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact } from "../charts/format.ts";
import { useMoment } from "../dates/time.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { StatePill } from "../shell/state-pill.tsx";
import { Row, type RowHead, RowTable } from "../tables/row-table.tsx";
import { ruleWords, shortRule, stateName, stateSentence } from "./state-sentence.ts";

const heads: RowHead[] = [
  { name: "Name" },
  { name: "Watches", wide: true },
  { name: "Fires", wide: true },
  { name: "Now", end: true },
  { name: "State" },
];

interface AlertTableProps {
  alerts: AlertView[];
  /** On the page of what they watch, which is not said again: the number that the page shows. */
  now?: ExactNumber;
}

export function AlertTable({ alerts, now }: AlertTableProps) {
  const ofOne = now !== undefined;
  const { id: organizationId } = useOrganization();
  const shown = heads.filter(({ name }) => !(ofOne && name === "Watches"));
  return (
    <RowTable label="Alerts" heads={shown}>
      {alerts.map((alert) => (
        <Row
          key={alert.id}
          id={alert.id}
          heads={shown}
          cells={[
            <Fragment key="name">
              <PageLink
                inherit
                className="row-link"
                to="/organizations/$organizationId/alerts/$alertId"
                params={{ organizationId, alertId: alert.id }}
              >
                <Foreign>{alert.name}</Foreign>
              </PageLink>
              <span className="row-dim row-second">
                {!ofOne && alert.targetName !== null && (
                  <>
                    <Foreign>{alert.targetName}</Foreign> ·{" "}
                  </>
                )}
                at {shortRule(alert)}
              </span>
            </Fragment>,
            ...(ofOne ? [] : [<Watched key="watches" alert={alert} />]),
            `At ${ruleWords(alert)}`,
            <Fragment key="now">
              <b>{alert.level === null ? "–" : formatExact(now ?? alert.level)}</b>
              {alert.threshold !== null && ` of ${formatExact(alert.threshold)}`}
            </Fragment>,
            <Fragment key="state">
              <AlertStatePill alert={alert} />
              {alert.state === "asleep" ? (
                <span className="row-dim row-long"> {stateSentence(alert)}</span>
              ) : (
                <span className="row-dim row-of">
                  {" "}
                  <Since alert={alert} />
                </span>
              )}
            </Fragment>,
          ]}
        />
      ))}
    </RowTable>
  );
}

function Since({ alert: { stateSince } }: { alert: AlertView }) {
  const since = useMoment(stateSince);
  return since !== undefined && <>since {since}</>;
}

/** What an alert watches, as a link to its page. */
export function Watched({ alert: { scope, targetId, targetName } }: { alert: AlertView }) {
  const { id: organizationId } = useOrganization();
  if (targetName === null) return `A ${scope} that is gone`;
  const link = { inherit: true, className: "row-above", children: <Foreign>{targetName}</Foreign> };
  return scope === "counter" ? (
    <PageLink
      {...link}
      to="/organizations/$organizationId/counters/$counterId"
      params={{ organizationId, counterId: targetId }}
    />
  ) : (
    <PageLink
      {...link}
      to="/organizations/$organizationId/groups/$groupId"
      params={{ organizationId, groupId: targetId }}
    />
  );
}

const tones = { armed: "live", fired: "failing", paused: "neutral", asleep: "neutral" } as const;

export function AlertStatePill({ alert }: { alert: AlertView }) {
  return <StatePill tone={tones[alert.state]} word={stateName(alert)} since={alert.stateSince} />;
}
