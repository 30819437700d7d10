import { Paper } from "@mantine/core";
import { Fragment } from "react";
import type { EndpointView } from "../../../api/private/webhooks.ts";
import type { EndpointFilter } from "../../../core/webhooks/endpoint-filter.ts";
import { CopiedId } from "../copying/copied-id.tsx";
import { Time } from "../dates/time.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { Section } from "../shell/section.tsx";
import { Facts } from "../tables/row-table.tsx";
import { filterSummary, useFilterNames } from "./filter-choices.ts";

/** Which events it is sent; the head of its page has the URL. */
export function EndpointSetup({ endpoint }: { endpoint: EndpointView }) {
  const { id, events, filter, standardWebhooks, createdAt } = endpoint;
  return (
    <Section title="Setup" anchor="setup">
      <Paper withBorder p="md">
        <Facts
          of={[
            ["Events", events.join(", ")],
            ["Only", filter === null ? undefined : <FilterSentence key="only" filter={filter} />],
            ["Headers", standardWebhooks ? "Also those of Standard Webhooks" : undefined],
            ["Added", <Time key="added" at={createdAt} precision="day" />],
            ["ID", <CopiedId key="id" id={id} of="endpoint" />],
          ]}
        />
      </Paper>
    </Section>
  );
}

const shownNames = 10;

/** Of which counters and groups it receives events. */
function FilterSentence({ filter }: { filter: EndpointFilter }) {
  const names = useFilterNames()(filter);
  const shown = names.slice(0, shownNames);
  const more = names.length - shown.length;
  return (
    <>
      Events of {filterSummary(filter)}
      {shown.map((name, index) => (
        // Names can be equal.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
        <Fragment key={index}>
          {index === 0 ? ": " : ", "}
          <Foreign>{name}</Foreign>
        </Fragment>
      ))}
      {more > 0 && ` and ${more.toLocaleString()} more`}
    </>
  );
}
