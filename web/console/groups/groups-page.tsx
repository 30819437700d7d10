import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import type { GroupView } from "../../../api/private/groups.ts";
import { may } from "../../../core/members/role.ts";
import { useOrganization } from "../api/session.ts";
import { useOpened } from "../dialogs/use-opened.ts";
import { useCreationHash } from "../shell/creation-hash.ts";
import { Foreign } from "../shell/foreign.tsx";
import { Page } from "../shell/page.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { plural } from "../shell/plural.ts";
import { EmptyList, QueryStates } from "../shell/query-states.tsx";
import { Row, type RowHead, RowTable } from "../tables/row-table.tsx";
import { Fullness, LevelOf } from "./capacity.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import { groupsQuery } from "./group-queries.ts";

/** The groups of an organization, with their totals as they change. */
export function GroupsPage() {
  const { id, role } = useOrganization();
  const manages = may(role, "manage_counters");
  const query = useQuery({ ...groupsQuery(id), refetchInterval: 2_000 });
  const [creating, { open, close }] = useOpened();
  useCreationHash(open, manages);
  return (
    <Page
      title="Groups"
      about="A group adds up the counts of its counters, such as those of all gates of a hall."
      actions={
        manages && query.data?.groups.length !== 0 && <Button onClick={open}>Create group</Button>
      }
    >
      <QueryStates query={query}>
        {({ groups }) =>
          groups.length === 0 ? (
            <EmptyList title="No groups yet">
              <Text>With a capacity, a group also says how full it is.</Text>
              {manages && <Button onClick={open}>Create the first group</Button>}
            </EmptyList>
          ) : (
            <GroupTable groups={groups} />
          )
        }
      </QueryStates>
      {creating && <GroupDialog onClose={close} />}
    </Page>
  );
}

const heads: RowHead[] = [{ name: "Name" }, { name: "Total", end: true }, { name: "How full" }];

function GroupTable({ groups }: { groups: GroupView[] }) {
  const { id: organizationId } = useOrganization();
  return (
    <RowTable label="Groups" heads={heads}>
      {groups.map((group) => (
        <Row
          key={group.id}
          id={group.id}
          heads={heads}
          cells={[
            <Fragment key="name">
              <PageLink
                inherit
                className="row-link"
                to="/organizations/$organizationId/groups/$groupId"
                params={{ organizationId, groupId: group.id }}
                preload={false}
              >
                <Foreign>{group.name}</Foreign>
              </PageLink>{" "}
              <span className="row-dim row-of">{plural(group.memberCount, "counter")}</span>
            </Fragment>,
            <LevelOf key="total" level={group.total} limit={group.capacity} of="capacity" />,
            <Fullness key="full" level={group.total} limit={group.capacity} of="capacity" />,
          ]}
        />
      ))}
    </RowTable>
  );
}
