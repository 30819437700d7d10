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
import { DayLine, useDayLevels } from "../counters/day-line.tsx";
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
import { Headline } from "./capacity.tsx";
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
  const { role } = useOrganization();
  const { query: counters, shown, total } = useCountersOfGroup(group);
  const [editing, { open, close }] = useOpened();
  const [adding, add] = useOpened();
  const { capacity } = group;
  // Made anew only when it changes: the chart is drawn again then.
  const thresholds = useMemo(
    () => (capacity === null ? [] : [{ at: capacity, label: "Full at" }]),
    [capacity],
  );
  const level = shownLevel(total, capacity);
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
        <Stack gap={4}>
          <Headline name="Total" level={total} limit={capacity} of="capacity" />
          <Today scope="group" targetId={group.id} now={level} />
        </Stack>
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
      <BelowZero of="group" level={total} capacity={capacity} />
      <Charts scope="group" targetId={group.id} thresholds={thresholds} now={level} />
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
          {(list) => <CountersOfGroup all={list.counters} shown={shown} />}
        </QueryStates>
      </Stack>
      <TargetAlerts
        scope="group"
        target={{ id: group.id, name: group.name, capacity }}
        now={level}
      />
      {manages && (
        <WhenNear height={180} anchor="embeds">
          <Embeds targetId={group.id} />
        </WhenNear>
      )}
      <DeveloperId id={group.id} of="group" />
      {editing && <GroupDialog group={group} onClose={close} />}
      {adding && <AddCounters group={group} onClose={add.close} />}
      {reset.dialog}
    </Page>
  );
}

/** The counters of a group as they are now, and their sum: the service's own follows it a moment later. */
function useCountersOfGroup(group: GroupView) {
  const { id } = useOrganization();
  const query = useQuery(countersOfGroupQuery(id, group.id));
  const all = query.data?.counters ?? [];
  const first = all.slice(0, maximumLiveCounters);
  const { live } = useLiveCounters(
    id,
    first.map((counter) => counter.id),
  );
  const shown = first.map((loaded) => newer(live.get(loaded.id), loaded));
  const isWhole = shown.length > 0 && shown.length === group.memberCount;
  const total = isWhole ? shown.reduce((sum, { count }) => sum + count, 0) : group.total;
  return { query, shown, total };
}

const counterHeads: RowHead[] = [
  { name: "Name" },
  { name: "Today", wide: true },
  { name: "Count", end: true },
];

interface CountersOfGroupProps {
  all: CounterView[];
  /** The first of them. */
  shown: CounterView[];
}

function CountersOfGroup({ all, shown }: CountersOfGroupProps) {
  const { id: organizationId } = useOrganization();
  const day = useDayLevels(
    organizationId,
    shown.map(({ id }) => id),
  );
  if (all.length === 0) {
    return (
      <EmptyList title="No counter is in this group">
        <Text>The total of a group is the sum of its counters.</Text>
      </EmptyList>
    );
  }
  return (
    <>
      <RowTable label="Counters of the group" heads={counterHeads}>
        {shown.map((counter) => (
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
              <DayLine key="day" counter={counter} day={day} />,
              <b key="count">{formatExact(counter.count)}</b>,
            ]}
          />
        ))}
      </RowTable>
      {all.length > shown.length && <AllOfGroup counters={all} />}
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
