import { Button, Group, Stack, Table, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import type { CounterView } from "../../../api/private/counters.ts";
import { maximumLiveCounters } from "../../../core/limits.ts";
import { may } from "../../../core/members/role.ts";
import { TargetAlerts } from "../alerts/target-alerts.tsx";
import { isMissing } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Charts } from "../charts/charts.tsx";
import { Today } from "../charts/today.tsx";
import { DeveloperId } from "../copying/developer-id.tsx";
import { newer, useLiveCounters } from "../counters/counter-queries.ts";
import { BackLink } from "../shell/back-link.tsx";
import { Page } from "../shell/page.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { LoadingPage, MissingThing } from "../shell/page-states.tsx";
import { EmptyList, QueryStates } from "../shell/query-states.tsx";
import { StackedCell, StackedTable } from "../tables/stacked-table.tsx";
import { CapacityBar } from "./capacity.tsx";
import { DeleteGroup } from "./delete-group.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import { countersOfGroupQuery, groupQuery } from "./group-queries.ts";
import { ResetGroup } from "./reset-group.tsx";

/** A group with its total, its counters and its charts. */
export function GroupPage() {
  const { id, role } = useOrganization();
  const { groupId } = useParams({ from: "/organizations/$organizationId/groups/$groupId" });
  const query = useQuery({ ...groupQuery(id, groupId), refetchInterval: 2_000 });
  const counters = useQuery(countersOfGroupQuery(id, groupId));
  const [editing, { open, close }] = useDisclosure();
  const { data: group, error } = query;
  const capacity = group?.capacity ?? null;
  // Made anew only when it changes: the chart is drawn again then.
  const thresholds = useMemo(
    () => (capacity === null ? [] : [{ at: capacity, label: "Capacity" }]),
    [capacity],
  );
  const back = <BackLink to="/organizations/$organizationId/groups" />;
  if (group === undefined) {
    if (isMissing(error)) return <MissingThing thing="group" back={back} />;
    if (error !== null) throw error;
    return <LoadingPage />;
  }
  return (
    <Page
      back={back}
      title={group.name}
      times="organization"
      actions={
        may(role, "manage_counters") && (
          <Group gap="xs" className="no-print">
            <Button variant="default" onClick={open}>
              Edit
            </Button>
            <ResetGroup group={group} />
            <DeleteGroup group={group} />
          </Group>
        )
      }
    >
      <Stack gap="xs" maw={420}>
        <Text className="figures" fz={44} fw={700} lh={1.1} role="status" aria-label="Total">
          {group.total.toLocaleString()}
        </Text>
        <CapacityBar group={group} />
        <DeveloperId id={group.id} of="group" />
      </Stack>
      <Today scope="group" targetId={group.id} now={group.total} />
      <Charts scope="group" targetId={group.id} thresholds={thresholds} />
      <TargetAlerts scope="group" target={{ id: group.id, name: group.name, capacity }} />
      <Stack gap="sm">
        <Title order={2}>Counters</Title>
        <QueryStates query={counters}>
          {(list) => <CountersOfGroup counters={list.counters} />}
        </QueryStates>
      </Stack>
      {editing && <GroupDialog group={group} onClose={close} />}
    </Page>
  );
}

function CountersOfGroup({ counters }: { counters: CounterView[] }) {
  const { id: organizationId } = useOrganization();
  const shown = counters.slice(0, maximumLiveCounters);
  const { live } = useLiveCounters(
    organizationId,
    shown.map(({ id }) => id),
  );
  if (counters.length === 0) {
    return (
      <EmptyList title="No counter is in this group">
        <Text>To add one, edit a counter and choose this group.</Text>
        <PageLink to="/organizations/$organizationId/counters" params={{ organizationId }}>
          Go to the counters
        </PageLink>
      </EmptyList>
    );
  }
  return (
    <>
      <StackedTable label="Counters of the group" heads={["Name", "Number"]}>
        {shown.map((loaded) => {
          const counter = newer(live.get(loaded.id), loaded);
          return (
            <Table.Tr key={counter.id} role="row">
              <StackedCell head="Name" title>
                <PageLink
                  inherit
                  to="/organizations/$organizationId/counters/$counterId"
                  params={{ organizationId, counterId: counter.id }}
                  preload={false}
                >
                  <bdi>{counter.name}</bdi>
                </PageLink>
              </StackedCell>
              <StackedCell head="Number">
                <Text span fz="sm" fw={600}>
                  {counter.count.toLocaleString()}
                </Text>
              </StackedCell>
            </Table.Tr>
          );
        })}
      </StackedTable>
      {counters.length > maximumLiveCounters && <AllOfGroup counters={counters} />}
    </>
  );
}

/** The list of counters shows more than fits here. */
function AllOfGroup({ counters }: { counters: CounterView[] }) {
  const { id: organizationId } = useOrganization();
  const group = counters[0]?.groupId ?? undefined;
  return (
    <PageLink
      to="/organizations/$organizationId/counters"
      params={{ organizationId }}
      search={{ group }}
    >
      All {counters.length.toLocaleString()} counters of the group
    </PageLink>
  );
}
