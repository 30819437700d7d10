import { Badge, Table, Text } from "@mantine/core";
import type { AlertView } from "../../../api/private/alerts.ts";
import { useOrganization } from "../api/session.ts";
import { PageLink } from "../shell/page-link.tsx";
import { StackedCell, StackedTable } from "../tables/stacked-table.tsx";
import { ruleSentence, stateNames, stateSentence } from "./state-sentence.ts";

const heads = ["Name", "Watches", "Fires", "Level", "State"];

export function AlertTable({ alerts }: { alerts: AlertView[] }) {
  const { id: organizationId } = useOrganization();
  return (
    <StackedTable label="Alerts" heads={heads}>
      {alerts.map((alert) => (
        <Table.Tr key={alert.id} role="row">
          <StackedCell head="Name" title>
            <PageLink
              fz="sm"
              to="/organizations/$organizationId/alerts/$alertId"
              params={{ organizationId, alertId: alert.id }}
            >
              <bdi>{alert.name}</bdi>
            </PageLink>
          </StackedCell>
          <StackedCell head="Watches">
            <Watched alert={alert} />
          </StackedCell>
          <StackedCell head="Fires">{ruleSentence(alert)}</StackedCell>
          <StackedCell head="Level">
            {alert.level === null ? "–" : alert.level.toLocaleString()}
            {alert.threshold !== null && ` of ${alert.threshold.toLocaleString()}`}
          </StackedCell>
          <StackedCell head="State">
            <AlertStateBadge alert={alert} />
            <Text size="sm" c="dimmed">
              {stateSentence(alert)}
            </Text>
          </StackedCell>
        </Table.Tr>
      ))}
    </StackedTable>
  );
}

export function Watched({ alert: { scope, targetName } }: { alert: AlertView }) {
  if (targetName === null) return <>a {scope} that is gone</>;
  return (
    <>
      {scope} <bdi>{targetName}</bdi>
    </>
  );
}

const colors = { armed: "teal", fired: "red", paused: "gray", asleep: "gray" } as const;

export function AlertStateBadge({ alert: { state } }: { alert: AlertView }) {
  return (
    <Badge variant="dot" color={colors[state]} tt="none">
      {stateNames[state]}
    </Badge>
  );
}
