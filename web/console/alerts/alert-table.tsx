import { Anchor, Badge, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { AlertView } from "../../../core/private-api/alerts/alerts.ts";
import { useOrganization } from "../api/session.ts";
import { WideTable } from "../tables/wide-table.tsx";
import { ruleSentence, stateNames, stateSentence } from "./state-sentence.ts";

const heads = ["Name", "Watches", "Fires", "Level", "State"];

export function AlertTable({ alerts }: { alerts: AlertView[] }) {
  const { id: organizationId } = useOrganization();
  return (
    <WideTable label="Alerts" heads={heads} minWidth={760}>
      {alerts.map((alert) => (
        <Table.Tr key={alert.id}>
          <Table.Td>
            <Anchor
              fz="sm"
              renderRoot={(props) => (
                <Link
                  to="/organizations/$organizationId/alerts/$alertId"
                  params={{ organizationId, alertId: alert.id }}
                  {...props}
                />
              )}
            >
              <bdi>{alert.name}</bdi>
            </Anchor>
          </Table.Td>
          <Table.Td>
            <Watched alert={alert} />
          </Table.Td>
          <Table.Td>{ruleSentence(alert)}</Table.Td>
          <Table.Td>
            {alert.level === null ? "–" : alert.level.toLocaleString()}
            {alert.threshold !== null && ` of ${alert.threshold.toLocaleString()}`}
          </Table.Td>
          <Table.Td>
            <StateBadge alert={alert} />
            <Text size="sm" c="dimmed">
              {stateSentence(alert)}
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
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

export function StateBadge({ alert: { state } }: { alert: AlertView }) {
  return (
    <Badge variant="outline" color={colors[state]} c="inherit">
      {stateNames[state]}
    </Badge>
  );
}
