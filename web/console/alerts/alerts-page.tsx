import { Alert, Button, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { planIncludesAlerts } from "../../../core/organizations/plan.ts";
import { useOrganization } from "../api/session.ts";
import { useOpened } from "../dialogs/use-opened.ts";
import { mailboxUrl } from "../notices/mail-setting.ts";
import { alertHearersQuery } from "../notices/notice-queries.ts";
import { useCreationHash } from "../shell/creation-hash.ts";
import { NeedsPlan } from "../shell/needs-plan.tsx";
import { Page } from "../shell/page.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { EmptyList, Maximum, QueryStates } from "../shell/query-states.tsx";
import { AlertTable } from "./alert-table.tsx";
import { CreateAlertDialog } from "./create-alert-dialog.tsx";
import { FiringsPanel } from "./firings.tsx";
import { useAlerts } from "./use-alerts.ts";

/** Alerts of an organization, and what they fired. */
export function AlertsPage() {
  const { plan } = useOrganization();
  const [creating, { open, close }] = useOpened();
  useCreationHash(open);
  const { query, isFull } = useAlerts();
  const create = planIncludesAlerts(plan) && (
    <Button onClick={open} disabled={query.data === undefined || isFull}>
      Create alert
    </Button>
  );
  return (
    <Page
      title="Alerts"
      times="organization"
      about="An alert fires when a count reaches its threshold. It is shown here and on the overview, and sent to endpoints, by mail and to chat channels."
      actions={query.data?.alerts.length === 0 ? undefined : create}
    >
      {!planIncludesAlerts(plan) && (
        <NeedsPlan
          title="Alerts need the Enterprise plan"
          docs="integrators/webhooks"
          button="How alerts arrive"
        />
      )}
      <QueryStates query={query}>
        {({ alerts, maximum, isReceived }) => (
          <>
            {isFull && <Maximum of={`${maximum} alerts`} remedy="Delete one to create another." />}
            {alerts.length > 0 && !isReceived && <NobodyReceives />}
            {alerts.length > 0 && <AlertTable alerts={alerts} />}
            {alerts.length === 0 && planIncludesAlerts(plan) && (
              <EmptyList title="There are no alerts yet">
                <Text>Put one on a counter with a goal, or on a group with a capacity.</Text>
                {create}
              </EmptyList>
            )}
            {(alerts.length > 0 || planIncludesAlerts(plan)) && (
              <Stack gap="sm">
                <Title order={2}>Fired in the last 90 days</Title>
                <FiringsPanel alerts={alerts} />
              </Stack>
            )}
          </>
        )}
      </QueryStates>
      {creating && <CreateAlertDialog onClose={close} />}
    </Page>
  );
}

function NobodyReceives() {
  const { id: organizationId } = useOrganization();
  const sendsMail = mailboxUrl() !== undefined;
  const { data } = useQuery({ ...alertHearersQuery(organizationId), enabled: sendsMail });
  const isHeard = data === undefined ? sendsMail : data.hearers.length + data.channels.length > 0;
  if (isHeard) return null;
  return (
    <Alert color="yellow">
      Nobody is told when an alert fires: no endpoint subscribes to{" "}
      <code translate="no">threshold.alert.fired</code>.{" "}
      <PageLink
        fz="inherit"
        c="inherit"
        underline="always"
        to="/organizations/$organizationId/settings/webhooks"
        params={{ organizationId }}
      >
        Go to the endpoints
      </PageLink>
    </Alert>
  );
}
