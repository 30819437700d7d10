import { Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import type { AuditEntryView } from "../../../api/private/audit.ts";
import { CopiedId } from "../copying/copied-id.tsx";
import { Ago, Time } from "../dates/time.tsx";
import { capitalized } from "../shell/capitalized.ts";
import { Foreign } from "../shell/foreign.tsx";
import { Facts, Row, type RowHead } from "../tables/row-table.tsx";
import { actionSentence } from "./actions.ts";
import { changedFields, type NameOf, targetName } from "./details.ts";

export const entryHeads: RowHead[] = [
  { name: "What" },
  { name: "Who", wide: true },
  { name: "Before and after", wide: true },
  { name: "When", end: true },
];

interface EntryRowProps {
  entry: AuditEntryView;
  nameOf: NameOf;
}

/** A change: what, who and when; it opens to each field that is another than before. */
export function EntryRow({ entry, nameOf }: EntryRowProps) {
  const { at, actor, action, target } = entry;
  // Who accepts an invitation is its target as well.
  const isItself = action === "invitation.accept" && target.name === actor.name;
  const who = <bdi>{actor.name ?? actorKinds[actor.kind]}</bdi>;
  const changes = changedFields(entry, nameOf).map(
    ({ label, before, after }): [string, ReactNode] => [
      capitalized(label),
      <Fragment key={label}>
        {before !== undefined && after === undefined && "was "}
        {before !== undefined && <Foreign>{before}</Foreign>}
        {before !== undefined && after !== undefined && " → "}
        {after !== undefined && <Foreign>{after}</Foreign>}
      </Fragment>,
    ],
  );
  const sentence = actionSentence(entry);
  return (
    <Row
      heads={entryHeads}
      opens={`${sentence} ${targetName(target, nameOf) ?? ""}`}
      cells={[
        <Fragment key="what">
          <span className="entry-sentence">{sentence}</span>{" "}
          {!isItself && <Target target={target} nameOf={nameOf} />}
        </Fragment>,
        who,
        <span key="changes" className="row-dim">
          {changes.map(([label, change], index) => (
            <Fragment key={label}>
              {index > 0 && " · "}
              {label}: {change}
            </Fragment>
          ))}
        </span>,
        <Ago key="when" at={at} />,
      ]}
      details={<Facts of={[["Who", who], ["When", <Time key="at" at={at} />], ...changes]} />}
    />
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
