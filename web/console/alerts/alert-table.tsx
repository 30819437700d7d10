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
import { ruleSentence, stateName, stateSentence } from "./state-sentence.ts";

const heads: RowHead[] = [
  { name: "Name" },
  { name: "Watches", wide: true },
  { name: "Fires", wide: true },
  { name: "Count", end: true },
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
            <PageLink
              key="name"
              inherit
              className="row-link"
              to="/organizations/$organizationId/alerts/$alertId"
              params={{ organizationId, alertId: alert.id }}
            >
              <Foreign>{alert.name}</Foreign>
            </PageLink>,
            ...(ofOne ? [] : [<Watched key="watches" alert={alert} />]),
            ruleSentence(alert),
            <Fragment key="count">
              {alert.level === null ? "–" : formatExact(now ?? alert.level)}
              {alert.threshold !== null && ` of ${formatExact(alert.threshold)}`}
            </Fragment>,
            <Fragment key="state">
              <AlertStatePill alert={alert} />
              <span className="row-dim row-long">
                {" "}
                {alert.state === "asleep" ? stateSentence(alert) : <Since alert={alert} />}
              </span>
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

export function Watched({ alert: { scope, targetName } }: { alert: AlertView }) {
  if (targetName === null) return <>a {scope} that is gone</>;
  return (
    <>
      {scope} <Foreign>{targetName}</Foreign>
    </>
  );
}

const tones = { armed: "live", fired: "failing", paused: "neutral", asleep: "neutral" } as const;

export function AlertStatePill({ alert }: { alert: AlertView }) {
  return <StatePill tone={tones[alert.state]} word={stateName(alert)} since={alert.stateSince} />;
}
