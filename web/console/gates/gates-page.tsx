import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { useCreationHash } from "../shell/creation-hash.ts";
import { Foreign } from "../shell/foreign.tsx";
import { Page } from "../shell/page.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { QueryStates } from "../shell/query-states.tsx";
import { GateTable, gatesQuery, useGateCreation } from "./gate-table.tsx";

/** All gate links of an organization: which work, and where nobody has counted for a while. */
export function GatesPage() {
  const { id } = useOrganization();
  const query = useQuery(gatesQuery(id));
  const counters = useQuery(allCountersQuery(id));
  const names = new Map(counters.data?.counters.map((counter) => [counter.id, counter.name]));
  const { open, dialogs } = useGateCreation();
  useCreationHash(open);
  const isEmpty = query.data?.gates.every(({ revokedAt }) => revokedAt !== null) ?? false;
  return (
    <Page
      title="Gates"
      times="viewer"
      about="With a gate link people count on any phone, without an account."
      actions={!isEmpty && <Button onClick={open}>Create gate link</Button>}
    >
      <QueryStates query={query}>
        {({ gates }) => (
          <GateTable
            gates={gates.filter(({ revokedAt }) => revokedAt === null)}
            countersOf={({ counterIds }) => <CounterLinks ids={counterIds} names={names} />}
            create={open}
          />
        )}
      </QueryStates>
      {dialogs}
    </Page>
  );
}

/** Shown of a gate with more of them. */
const shownCounters = 3;

interface CounterLinksProps {
  ids: string[];
  /** Empty until they are read. */
  names: Map<string, string>;
}

function CounterLinks({ ids, names }: CounterLinksProps) {
  const { id: organizationId } = useOrganization();
  if (names.size === 0) return ids.length.toLocaleString();
  const more = ids.length - shownCounters;
  return (
    <Text inherit span>
      {ids.slice(0, shownCounters).map((counterId, index) => (
        <Fragment key={counterId}>
          {index > 0 && ", "}
          <PageLink
            inherit
            className="row-above"
            to="/organizations/$organizationId/counters/$counterId"
            params={{ organizationId, counterId }}
          >
            <Foreign>{names.get(counterId) ?? counterId}</Foreign>
          </PageLink>
        </Fragment>
      ))}
      {more > 0 && ` and ${more.toLocaleString()} more`}
    </Text>
  );
}
