import { Button, Text } from "@mantine/core";
import type { ExactNumber } from "../../../api/private/charts.ts";
import { may } from "../../../core/members/role.ts";
import { planIncludesAlerts } from "../../../core/organizations/plan.ts";
import { useOrganization } from "../api/session.ts";
import { useOpened } from "../dialogs/use-opened.ts";
import { QueryStates } from "../shell/query-states.tsx";
import { Section } from "../shell/section.tsx";
import { AlertTable } from "./alert-table.tsx";
import { CreateAlertDialog } from "./create-alert-dialog.tsx";
import type { TargetChoice } from "./target-select.tsx";
import { useAlerts } from "./use-alerts.ts";

interface TargetAlertsProps {
  scope: "counter" | "group";
  /** With its goal or its capacity. */
  target: TargetChoice;
  now: ExactNumber;
}

/** The alerts of one counter or group, for those who may have any and may see them. */
export function TargetAlerts(props: TargetAlertsProps) {
  const { role, plan } = useOrganization();
  return planIncludesAlerts(plan) && may(role, "manage_alerts") ? <Alerts {...props} /> : null;
}

function Alerts({ scope, target, now }: TargetAlertsProps) {
  const [creating, { open, close }] = useOpened();
  const { query, isFull } = useAlerts();
  return (
    <Section
      title="Alerts"
      about="An alert fires when the count reaches its threshold. It is shown here and on the overview, and sent to endpoints, by mail and to chat channels."
      actions={
        <Button variant="default" onClick={open} disabled={query.data === undefined || isFull}>
          Create alert for this {scope}
        </Button>
      }
    >
      <QueryStates query={query}>
        {({ alerts }) => {
          const own = alerts.filter((one) => one.scope === scope && one.targetId === target.id);
          if (own.length > 0) return <AlertTable alerts={own} now={now} />;
          return <Text c="dimmed">No alert watches this {scope}.</Text>;
        }}
      </QueryStates>
      {creating && (
        <CreateAlertDialog key={target.id} onClose={close} watched={{ scope, target }} />
      )}
    </Section>
  );
}
