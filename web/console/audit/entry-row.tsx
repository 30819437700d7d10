import { Box, Stack, Table, Text } from "@mantine/core";
import { Fragment } from "react";
import type { AuditEntryView } from "../../../api/private/audit.ts";
import { useOrganization } from "../api/session.ts";
import { CopiedId } from "../copying/copied-id.tsx";
import { Ago } from "../dates/time.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { StackedCell } from "../tables/stacked-table.tsx";
import { actionSentence } from "./actions.ts";
import { changedFields, type NameOf, targetName } from "./details.ts";

export const entryHeads = ["When", "Who", "What", "Before and after"];

interface EntryRowProps {
  entry: AuditEntryView;
  nameOf: NameOf;
}

/** A change: when, who, what, and each field that is another than before. */
export function EntryRow({ entry, nameOf }: EntryRowProps) {
  const { at, actor, action, target } = entry;
  // Who accepts an invitation is its target as well.
  const isItself = action === "invitation.accept" && target.name === actor.name;
  return (
    <Table.Tr role="row">
      <StackedCell head="When">
        <Ago at={at} />
      </StackedCell>
      <StackedCell head="Who">
        {/* Most e-mail addresses fit into one line, and no column is pressed to nothing. */}
        <Box component="bdi" display="inline-block" miw="10rem">
          {actor.name ?? actorKinds[actor.kind]}
        </Box>
      </StackedCell>
      <StackedCell head="What">
        {actionSentence(entry)} {!isItself && <Target target={target} nameOf={nameOf} />}
      </StackedCell>
      <StackedCell head="Before and after">
        <Changes entry={entry} nameOf={nameOf} />
      </StackedCell>
    </Table.Tr>
  );
}

function Target({ target, nameOf }: { target: AuditEntryView["target"]; nameOf: NameOf }) {
  const name = targetName(target, nameOf);
  if (name !== undefined) {
    return (
      <Text span fw={600} size="sm">
        <Foreign>{name}</Foreign>
      </Text>
    );
  }
  // A delivery has no name, and its page is found by its id.
  return target.id === null ? null : <CopiedId id={target.id} of={target.kind} />;
}

const actorKinds = {
  operator: "Operator",
  member: "a member",
  gate: "a gate",
  person: "someone",
} as const;

function Changes({ entry, nameOf }: EntryRowProps) {
  const changed = changedFields(entry, nameOf);
  if (changed.length === 0) return <Text c="dimmed">–</Text>;
  return (
    <Stack gap={2}>
      {changed.map(({ label, before, after, counterIds }) => (
        <Text key={label} size="sm" component="div">
          <Text span c="dimmed" size="sm">
            {label}:{" "}
          </Text>
          {before !== undefined && after === undefined && "was "}
          {before !== undefined && <Foreign>{before}</Foreign>}
          {before !== undefined && after !== undefined && " → "}
          {counterIds !== undefined ? (
            <CounterLinks ids={counterIds} nameOf={nameOf} />
          ) : (
            after !== undefined && <Foreign>{after}</Foreign>
          )}
        </Text>
      ))}
    </Stack>
  );
}

/** So many are shown at once; an entry of an import has up to a hundred. */
const linksAtOnce = 8;

function CounterLinks({ ids, nameOf }: { ids: string[]; nameOf: NameOf }) {
  const { id: organizationId } = useOrganization();
  const links = ids.map((counterId, index) => {
    const name = nameOf(counterId);
    return (
      <Fragment key={counterId}>
        {index > 0 && index !== linksAtOnce && ", "}
        <PageLink
          to="/organizations/$organizationId/counters/$counterId"
          params={{ organizationId, counterId }}
          size="sm"
        >
          {name === undefined ? counterId : <Foreign>{name}</Foreign>}
        </PageLink>
      </Fragment>
    );
  });
  const more = links.slice(linksAtOnce);
  return (
    <>
      {links.slice(0, linksAtOnce)}
      {more.length > 0 && (
        <details>
          <summary>{more.length} more</summary>
          {more}
        </details>
      )}
    </>
  );
}
