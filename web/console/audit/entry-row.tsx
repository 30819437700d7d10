import { Fragment, type ReactNode } from "react";
import type { AuditEntryView } from "../../../api/private/audit.ts";
import { useOrganization } from "../api/session.ts";
import { CopiedId } from "../copying/copied-id.tsx";
import { Time } from "../dates/time.tsx";
import { capitalized } from "../shell/capitalized.ts";
import { Foreign } from "../shell/foreign.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { Facts, Row, type RowHead } from "../tables/row-table.tsx";
import { actionSentence } from "./actions.ts";
import { type ChangedField, changedFields, type NameOf, targetName } from "./details.ts";

export const entryHeads: RowHead[] = [
  { name: "Change" },
  { name: "Details", wide: true },
  { name: "When", end: true },
];

interface EntryRowProps {
  entry: AuditEntryView;
  nameOf: NameOf;
}

/** A change: who, what and when; it opens to each field that is another than before. */
export function EntryRow({ entry, nameOf }: EntryRowProps) {
  const { at, actor, action, target } = entry;
  // Who accepts an invitation is its target as well.
  const isItself = action === "invitation.accept" && target.name === actor.name;
  const actorName = actor.name ?? actorKinds[actor.kind];
  const who = <Foreign>{actorName}</Foreign>;
  const shownName = targetName(target, nameOf);
  const changed = changedFields(entry, nameOf, shownName);
  const facts = changed.map((change): [string, ReactNode] => [
    capitalized(change.label),
    change.counterIds === undefined ? (
      <Change key={change.label} {...change} />
    ) : (
      <CounterLinks key={change.label} ids={change.counterIds} nameOf={nameOf} />
    ),
  ]);
  const sentence = actionSentence(entry);
  return (
    <Row
      heads={entryHeads}
      opens={`${actorName} ${sentence} ${shownName ?? ""}`}
      cells={[
        <span key="what" className="entry">
          <b>{who}</b> <span className="entry-sentence">{sentence}</span>{" "}
          {!isItself && <Target target={target} nameOf={nameOf} />}
        </span>,
        <span key="changes" className="row-dim entry-changes">
          {changed.map((change, index) => (
            <Fragment key={change.label}>
              {index > 0 && " · "}
              {capitalized(change.label)}: <Change {...change} />
            </Fragment>
          ))}
        </span>,
        <Time key="when" at={at} precision="time" />,
      ]}
      details={<Facts of={[["When", <Time key="at" at={at} />], ...facts]} />}
    />
  );
}

function Change({ before, after }: ChangedField) {
  return (
    <>
      {before !== undefined && after === undefined && "was "}
      {before !== undefined && <Foreign>{before}</Foreign>}
      {before !== undefined && after !== undefined && " → "}
      {after !== undefined && <Foreign>{after}</Foreign>}
    </>
  );
}

function Target({ target, nameOf }: { target: AuditEntryView["target"]; nameOf: NameOf }) {
  const name = targetName(target, nameOf);
  if (name !== undefined) {
    return <Foreign>{name}</Foreign>;
  }
  // A delivery has no name, and its page is found by its id.
  return target.id === null ? null : <CopiedId id={target.id} of={target.kind} />;
}

const actorKinds = {
  operator: "Operator",
  member: "A member",
  gate: "A gate",
  person: "Someone",
} as const;

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
