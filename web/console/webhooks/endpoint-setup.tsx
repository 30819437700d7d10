import { Code, Group, Paper, Stack, Text } from "@mantine/core";
import { Fragment } from "react";
import type { EndpointView } from "../../../api/private/webhooks.ts";
import type { EndpointFilter } from "../../../core/webhooks/endpoint-filter.ts";
import { CopiedId } from "../copying/copied-id.tsx";
import { Time } from "../dates/time.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { Section } from "../shell/section.tsx";
import { filterSummary, useFilterNames } from "./filter-choices.ts";

/** Where it sends, and which events. */
export function EndpointSetup({ endpoint }: { endpoint: EndpointView }) {
  const { id, url, events, filter, standardWebhooks, createdAt } = endpoint;
  return (
    <Section title="Setup" anchor="setup">
      <Paper withBorder p="md">
        <Stack gap="xs" align="flex-start">
          <Code className="copied-value">{url}</Code>
          <Group gap={6}>
            {events.map((type) => (
              <Code key={type}>{type}</Code>
            ))}
          </Group>
          {filter !== null && <FilterSentence filter={filter} />}
          {standardWebhooks && (
            <Text size="sm">Deliveries also have the Standard Webhooks headers.</Text>
          )}
          <Text size="sm" c="dimmed">
            Added <Time at={createdAt} precision="day" />. Id <CopiedId id={id} of="endpoint" />
          </Text>
        </Stack>
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
    <Text size="sm">
      Only events of {filterSummary(filter)}
      {shown.map((name, index) => (
        // Names can be equal.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
        <Fragment key={index}>
          {index === 0 ? ": " : ", "}
          <Foreign>{name}</Foreign>
        </Fragment>
      ))}
      {more > 0 && ` and ${more.toLocaleString()} more`}.
    </Text>
  );
}
