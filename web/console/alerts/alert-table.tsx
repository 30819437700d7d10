import { Text } from "@mantine/core";
import type { AlertView } from "../../../api/private/alerts.ts";
import { useOrganization } from "../api/session.ts";
import { Foreign } from "../shell/foreign.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { StatePill } from "../shell/state-pill.tsx";
import { StackedCell, StackedRow, StackedTable } from "../tables/stacked-table.tsx";
import { ruleSentence, stateName, stateSentence } from "./state-sentence.ts";

const heads = ["Name", "Watches", "Fires", "Count", "State"];

export function AlertTable({ alerts }: { alerts: AlertView[] }) {
  const { id: organizationId } = useOrganization();
  return (
    <StackedTable label="Alerts" heads={heads}>
      {alerts.map((alert) => (
        <StackedRow key={alert.id} id={alert.id}>
          <StackedCell head="Name" title>
            <PageLink
              fz="sm"
              to="/organizations/$organizationId/alerts/$alertId"
              params={{ organizationId, alertId: alert.id }}
            >
              <Foreign>{alert.name}</Foreign>
            </PageLink>
          </StackedCell>
          <StackedCell head="Watches">
            <Watched alert={alert} />
          </StackedCell>
          <StackedCell head="Fires">{ruleSentence(alert)}</StackedCell>
          <StackedCell head="Count">
            {alert.level === null ? "–" : alert.level.toLocaleString()}
            {alert.threshold !== null && ` of ${alert.threshold.toLocaleString()}`}
          </StackedCell>
          <StackedCell head="State">
            <AlertStatePill alert={alert} />
            <Text size="sm" c="dimmed">
              {stateSentence(alert)}
            </Text>
          </StackedCell>
        </StackedRow>
      ))}
    </StackedTable>
  );
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
