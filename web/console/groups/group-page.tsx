import { Button, Group, Menu, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import type { CounterView } from "../../../api/private/counters.ts";
import type { GroupView } from "../../../api/private/groups.ts";
import { shownLevel } from "../../../core/embeds/format-count.ts";
import { maximumLiveCounters } from "../../../core/limits.ts";
import { may } from "../../../core/members/role.ts";
import { TargetAlerts } from "../alerts/target-alerts.tsx";
import { isMissing } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Charts } from "../charts/charts.tsx";
import { formatExact } from "../charts/format.ts";
import { Today } from "../charts/today.tsx";
import { DeveloperId } from "../copying/developer-id.tsx";
import { newer, useLiveCounters } from "../counters/counter-queries.ts";
import { useOpened } from "../dialogs/use-opened.ts";
import { Embeds } from "../embeds/embeds.tsx";
import { BackLink } from "../shell/back-link.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { Page } from "../shell/page.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { LoadingPage, MissingThing } from "../shell/page-states.tsx";
import { plural } from "../shell/plural.ts";
import { EmptyList, QueryStates } from "../shell/query-states.tsx";
import { WhenNear } from "../shell/section.tsx";
import { Row, type RowHead, RowTable } from "../tables/row-table.tsx";
import { AddCounters } from "./add-counters.tsx";
import { BelowZero } from "./below-zero.tsx";
import { CapacityBar } from "./capacity.tsx";
import { useGroupDeletion } from "./delete-group.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import { countersOfGroupQuery, groupQuery } from "./group-queries.ts";
import { useResetOfGroup } from "./reset-group.tsx";

/** A group with its total, its counters and its charts. */
export function GroupPage() {
  const { id } = useOrganization();
  const { groupId } = useParams({ from: "/organizations/$organizationId/groups/$groupId" });
  const { data: group, error } = useQuery({
    ...groupQuery(id, groupId),
    refetchInterval: ({ state }) => (state.data === undefined && state.error ? false : 2_000),
  });
  if (group !== undefined) return <LoadedGroup group={group} />;
  if (isMissing(error)) return <MissingThing thing="group" />;
  if (error !== null) throw error;
  return <LoadingPage />;
}

const back = <BackLink to="/organizations/$organizationId/groups" />;

function LoadedGroup({ group }: { group: GroupView }) {
  const { id, role } = useOrganization();
  const counters = useQuery(countersOfGroupQuery(id, group.id));
  const [editing, { open, close }] = useOpened();
  const [adding, add] = useOpened();
  const { capacity } = group;
  // Made anew only when it changes: the chart is drawn again then.
  const thresholds = useMemo(
    () => (capacity === null ? [] : [{ at: capacity, label: "Full at" }]),
    [capacity],
  );
  const reset = useResetOfGroup(group);
  const deletion = useGroupDeletion(group);
  const manages = may(role, "manage_counters");
  const menu = (
    <>
      <Menu.Item onClick={reset.open} disabled={group.memberCount === 0}>
        {reset.label}
      </Menu.Item>
      <Menu.Item c="var(--failing)" onClick={deletion.ask} disabled={deletion.left !== undefined}>
        Delete
      </Menu.Item>
    </>
  );
  return (
    <Page
      back={back}
      title={group.name}
      times="organization"
      number={
        <Text translate="no" className="page-number" role="status" aria-label="Total">
          {formatExact(shownLevel(group.total, capacity))}
        </Text>
      }
      actions={
        manages && (
          <Button variant="default" className="no-print" onClick={open}>
            Edit
          </Button>
        )
      }
      menu={manages && menu}
    >
      {deletion.left !== undefined && (
        <Text role="status">Deleting: {plural(deletion.left, "counter")} left</Text>
      )}
      <BelowZero of="group" level={group.total} capacity={capacity} />
      <Stack gap="xs" maw={420}>
        <CapacityBar group={group} />
        <DeveloperId id={group.id} of="group" />
      </Stack>
      <Today scope="group" targetId={group.id} now={shownLevel(group.total, capacity)} />
      <Charts scope="group" targetId={group.id} thresholds={thresholds} />
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>Counters</Title>
          {manages && (
            <Button variant="default" className="no-print" onClick={add.open}>
              Add counters
            </Button>
          )}
        </Group>
        <QueryStates query={counters}>
          {(list) => <CountersOfGroup counters={list.counters} />}
        </QueryStates>
      </Stack>
      <TargetAlerts scope="group" target={{ id: group.id, name: group.name, capacity }} />
      {manages && (
        <WhenNear height={180} anchor="embeds">
          <Embeds targetId={group.id} />
        </WhenNear>
      )}
      {editing && <GroupDialog group={group} onClose={close} />}
      {adding && <AddCounters group={group} onClose={add.close} />}
      {reset.dialog}
    </Page>
  );
}

const counterHeads: RowHead[] = [{ name: "Name" }, { name: "Count", end: true }];

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
        <Text>The total of a group is the sum of its counters.</Text>
      </EmptyList>
    );
  }
  return (
    <>
      <RowTable label="Counters of the group" heads={counterHeads}>
        {shown.map((loaded) => {
          const counter = newer(live.get(loaded.id), loaded);
          return (
            <Row
              key={counter.id}
              heads={counterHeads}
              cells={[
                <PageLink
                  key="name"
                  inherit
                  className="row-link"
                  to="/organizations/$organizationId/counters/$counterId"
                  params={{ organizationId, counterId: counter.id }}
                  preload={false}
                >
                  <Foreign>{counter.name}</Foreign>
                </PageLink>,
                <b key="count">{formatExact(counter.count)}</b>,
              ]}
            />
          );
        })}
      </RowTable>
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
