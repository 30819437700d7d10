import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { TargetAlerts } from "../alerts/target-alerts.tsx";
import { isMissing, read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Charts } from "../charts/charts.tsx";
import { Today } from "../charts/today.tsx";
import { OrganizationTimes } from "../dates/time-zone.tsx";
import { BackLink } from "../shell/back-link.tsx";
import { LoadingPage, MissingThing } from "../shell/page-states.tsx";
import { CounterHeader } from "./counter-header.tsx";
import { CounterManagement, CounterSharing } from "./counter-management.tsx";
import { HistoryPanel } from "./history/history.tsx";

/** All about one counter, in sections. */
export function CounterPage() {
  const organization = useOrganization();
  const { counterId } = useParams({ from: "/organizations/$organizationId/counters/$counterId" });
  const { data: counter, error } = useQuery({
    queryKey: [organization.id, "counters", counterId],
    queryFn: () =>
      read("GET /api/organizations/{organizationId}/counters/{counterId}", {
        organizationId: organization.id,
        counterId,
      }),
    refetchInterval: 2_000,
    refetchIntervalInBackground: false,
  });
  const name = counter?.name;
  useEffect(() => {
    if (name !== undefined) document.title = withoutBidiControls(`${name} · ${organization.name}`);
  }, [name, organization.name]);
  if (counter === undefined) {
    if (error === null) return <LoadingPage />;
    if (isMissing(error)) {
      return (
        <MissingThing
          thing="counter"
          about="It may be archived, or the URL may be mistyped."
          back={<BackLink to="/organizations/$organizationId/counters">All counters</BackLink>}
        />
      );
    }
    throw error;
  }
  return (
    <OrganizationTimes>
      <Stack gap="lg">
        <CounterHeader counter={counter} />
        {error !== null && (
          <Text size="sm" c="red" role="alert">
            {error.message} The numbers here may be old.
          </Text>
        )}
        <Today scope="counter" targetId={counter.id} now={counter.count} />
        <CounterManagement counterId={counter.id} />
        <Charts key={counter.id} scope="counter" targetId={counter.id} />
        <TargetAlerts
          scope="counter"
          target={{ id: counter.id, name: counter.name, capacity: counter.goalTarget }}
        />
        <CounterSharing counterId={counter.id} />
        <HistoryPanel
          organizationId={organization.id}
          counterId={counter.id}
          counterName={counter.name}
        />
      </Stack>
    </OrganizationTimes>
  );
}
