import { Button, Group, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import type { CounterView } from "../../../api/private/counters.ts";
import type { GroupView } from "../../../api/private/groups.ts";
import { may } from "../../../core/members/role.ts";
import { useOrganization } from "../api/session.ts";
import { useDialogState } from "../dialogs/use-opened.ts";
import { groupsQuery } from "../groups/group-queries.ts";
import { useCreationHash } from "../shell/creation-hash.ts";
import { Page } from "../shell/page.tsx";
import { lazyPart } from "../shell/parts.tsx";
import { EmptyList, QueryStates } from "../shell/query-states.tsx";
import { useSearchAhead } from "../shell/use-search-ahead.ts";
import { arrangeCounters, whyEmpty } from "./arrange-counters.ts";
import type { OpenCounterForm, OpenedForm } from "./counter-form-dialog.tsx";
import { allCountersQuery, newer, useLiveCounters } from "./counter-queries.ts";
import type { CounterSearch } from "./counter-search.ts";
import { CountersTable } from "./counters-table.tsx";

// Short lists have none.
const CounterFilters = lazyPart(
  () => import("./counter-filters.tsx"),
  "CounterFilters",
  <Skeleton height={58} />,
);
// Most visits only look: forms are loaded when they are opened.
const FirstCounter = lazyPart(() => import("./first-counter.tsx"), "FirstCounter");
const CounterFormDialog = lazyPart(() => import("./counter-form-dialog.tsx"), "CounterFormDialog");

const route = getRouteApi("/organizations/$organizationId/counters");

/** The counters of an organization. */
export function CountersPage() {
  const { id, role } = useOrganization();
  const manages = may(role, "manage_counters");
  const query = useQuery(allCountersQuery(id));
  const [opened, setOpened] = useDialogState<OpenedForm | undefined>(undefined);
  const openForm = useCallback<OpenCounterForm>(
    (counter, form) => setOpened({ counter, form }),
    [setOpened],
  );
  const [first, setFirst] = useState<CounterView>();
  const create = useCallback(() => setOpened({ form: "create" }), [setOpened]);
  useCreationHash(create, manages);
  return (
    <Page
      title="Counters"
      times="organization"
      ago={query.data?.counters.map(({ updatedAt }) => updatedAt)}
      actions={
        manages && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setOpened({ form: "import" })}>
              Import
            </Button>
            <Button onClick={create}>Create counter</Button>
          </Group>
        )
      }
    >
      <QueryStates query={query}>
        {({ counters }) =>
          counters.length === 0 || first !== undefined ? (
            <FirstCounter
              manages={manages}
              counter={first}
              onMade={setFirst}
              onDone={() => setFirst(undefined)}
            />
          ) : (
            <CounterList
              counters={counters}
              onForm={manages ? openForm : undefined}
              onReload={() => void query.refetch()}
            />
          )
        }
      </QueryStates>
      {opened !== undefined && (
        <CounterFormDialog opened={opened} onClose={() => setOpened(undefined)} />
      )}
    </Page>
  );
}

interface CounterListProps {
  counters: CounterView[];
  /** Absent for a person who only looks. */
  onForm: OpenCounterForm | undefined;
  onReload: () => void;
}

function CounterList({ counters, onForm, onReload }: CounterListProps) {
  const { id } = useOrganization();
  const navigate = route.useNavigate();
  const put = useCallback(
    (change: Partial<CounterSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
    [navigate],
  );
  const [search, show] = useSearchAhead(route.useSearch(), put);
  const groups = useQuery(groupsQuery(id));
  const [visible, setVisible] = useState<string[]>([]);
  const { live } = useLiveCounters(id, visible);
  // The order is that of the last load: rows must not jump while their numbers change.
  // Filters and heads answer at once, and thousands of rows follow when they are arranged.
  const shown = useDeferredValue(search);
  const arranged = useMemo(() => arrangeCounters(counters, shown), [counters, shown]);
  const rows = useMemo(() => arranged.map((row) => newer(live.get(row.id), row)), [arranged, live]);
  // Few are found without; archived ones only with it. It does not go away while somebody types.
  const isFiltered = useRef(false);
  isFiltered.current ||=
    counters.length > fewCounters ||
    counters.some(({ archivedAt }) => archivedAt !== null) ||
    Object.values(search).some((chosen) => chosen !== undefined);
  return (
    <>
      {isFiltered.current && (
        <CounterFilters
          search={search}
          groups={groups.data?.groups ?? []}
          found={rows.length}
          onChange={show}
          onReload={onReload}
        />
      )}
      {rows.length === 0 ? (
        <NoCounters reason={whyEmpty(counters, shown)} onShow={show} />
      ) : (
        <CountersTable
          rows={rows}
          groups={groups.data?.groups ?? noGroups}
          search={shown}
          onSort={show}
          onVisible={setVisible}
          onForm={onForm}
        />
      )}
    </>
  );
}

const fewCounters = 10;

const noGroups: GroupView[] = [];

interface NoCountersProps {
  reason: ReturnType<typeof whyEmpty>;
  onShow: (change: Partial<CounterSearch>) => void;
}

/** What stands in place of a list that filters or archiving have emptied. */
function NoCounters({ reason, onShow }: NoCountersProps) {
  const [title, action, change] = emptyLists[reason];
  return (
    <EmptyList title={title}>
      <Button variant="default" onClick={() => onShow(change)}>
        {action}
      </Button>
    </EmptyList>
  );
}

const emptyLists: Record<
  ReturnType<typeof whyEmpty>,
  [title: string, action: string, change: Partial<CounterSearch>]
> = {
  all_archived: ["All counters are archived", "Show archived counters", { state: "archived" }],
  none_match: [
    "No counters match",
    "Show all counters",
    { q: undefined, group: undefined, state: undefined },
  ],
};
