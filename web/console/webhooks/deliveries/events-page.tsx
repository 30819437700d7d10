import { Group, SegmentedControl, Select, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { EventRow } from "../../../../api/private/deliveries.ts";
import { deliveryDays } from "../../../../core/limits.ts";
import { read } from "../../api/private-api.ts";
import { useOrganization } from "../../api/session.ts";
import { Time } from "../../dates/time.tsx";
import { Page } from "../../shell/page.tsx";
import { PageLink } from "../../shell/page-link.tsx";
import { EmptyList, QueryStates } from "../../shell/query-states.tsx";
import { ShowOlder } from "../../shell/show-older.tsx";
import { StackedCell, StackedTable } from "../../tables/stacked-table.tsx";
import { withWebhooks } from "../needs-webhooks.tsx";
import { endpointName, useCounterChoices } from "../webhook-queries.ts";
import { DeliveryStateBadge } from "./delivery-state.tsx";
import { LastCounted } from "./last-counted.tsx";
import { EventSearch } from "./search.ts";

const path = "/organizations/$organizationId/settings/events";

export const EventsPage = withWebhooks("Events", Events);

/** What was counted and what fired, and what became of each at the endpoints. */
function Events() {
  const { id } = useOrganization();
  const { of = "counter", counter } = EventSearch.parse(useSearch({ from: path }));
  const navigate = useNavigate();
  const counters = useCounterChoices();
  const show = (search: { of: "counter" | "alerts"; counter?: string | undefined }) =>
    navigate({ to: path, params: { organizationId: id }, search, replace: true });
  return (
    <Page
      title="Events"
      times="viewer"
      about="Every event that can be delivered, and the state of its delivery to each endpoint."
    >
      <Group align="flex-end" gap="md">
        <SegmentedControl
          aria-label="What to show"
          data={[
            { value: "counter", label: "Counts" },
            { value: "alerts", label: "Alerts" },
          ]}
          value={of}
          onChange={(value) => show({ of: value === "alerts" ? "alerts" : "counter", counter })}
        />
        {of === "counter" && (
          <Select
            label="Counter"
            placeholder="Choose a counter"
            data={counters}
            value={counter ?? null}
            onChange={(value) => show({ of, counter: value ?? undefined })}
            searchable
            limit={50}
            nothingFoundMessage="No such counter"
            miw={260}
          />
        )}
      </Group>
      {of === "counter" && counter === undefined ? (
        <LastCounted />
      ) : (
        <EventList of={of} counter={counter} />
      )}
    </Page>
  );
}

function EventList({ of, counter }: { of: "counter" | "alerts"; counter: string | undefined }) {
  const { id } = useOrganization();
  const query = useInfiniteQuery({
    queryKey: [id, "events", of, of === "counter" ? counter : null],
    queryFn: ({ pageParam: before }) => {
      const asked = of === "counter" ? { of, counter: counter ?? "", before } : { of, before };
      return read("GET /api/webhooks/{organizationId}/events", { organizationId: id }, asked);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return (
    <QueryStates query={query}>
      {({ pages }) => {
        const events = pages.flatMap((page) => page.events);
        const endpoints = pages[0]?.endpoints ?? [];
        if (events.length === 0) {
          return (
            <EmptyList title={of === "alerts" ? "No alert has fired" : "Nothing was counted yet"}>
              <Text>
                {of === "alerts"
                  ? "Firings of the last 90 days appear here."
                  : "Each count of this counter appears here."}
              </Text>
            </EmptyList>
          );
        }
        const names = endpoints.map(endpointName);
        const heads = ["Event", of === "alerts" ? "Level" : "Count", ...unique(names)];
        return (
          <>
            <StackedTable label="Events" heads={heads} minWidth={380 + 170 * endpoints.length}>
              {events.map((event) => (
                <EventCells
                  key={`${event.id} ${event.at} ${event.name}`}
                  event={event}
                  heads={heads}
                />
              ))}
            </StackedTable>
            {endpoints.length === 0 && (
              <Text size="sm" c="dimmed">
                The organization has no endpoints, so none of these events was delivered.
              </Text>
            )}
            <ShowOlder query={query} what="events" />
            <Text size="sm" c="dimmed">
              “Left out”: the endpoint's events or filter, as they are now, do not include this
              event. “Not on record”: they did not include it when it was counted, the endpoint was
              paused, the first attempt has not been made yet, or it is more than {deliveryDays}{" "}
              days ago.
            </Text>
          </>
        );
      }}
    </QueryStates>
  );
}

/** Two endpoints can have one URL, and the heads of a table must differ. */
function unique(names: string[]): string[] {
  return names.map((name, index) =>
    names.indexOf(name) === index ? name : `${name} (${names.slice(0, index + 1).length})`,
  );
}

/** `heads` begins with those of the event and its level; the endpoints' follow. */
function EventCells({ event, heads }: { event: EventRow; heads: string[] }) {
  const { id: organizationId } = useOrganization();
  const { id, type, at, before, after, name, deliveries } = event;
  const [, level = "", ...endpoints] = heads;
  return (
    <Table.Tr role="row">
      <StackedCell head="Event" title>
        {type} <span className="whole">#{id.split(":").at(-1)}</span>
        <Text size="sm" fw={400} c="dimmed">
          <Time at={at} precision="second" /> · <bdi>{name}</bdi>
        </Text>
      </StackedCell>
      <StackedCell head={level}>
        {before.toLocaleString()} → {after.toLocaleString()}
      </StackedCell>
      {deliveries.map(({ endpointId, deliveryId, state, receives }, index) => (
        <StackedCell key={endpointId} head={endpoints[index] ?? ""}>
          {state === null ? (
            <Text size="sm" c="dimmed">
              {receives ? "Not on record" : "Left out"}
            </Text>
          ) : (
            <PageLink
              underline="never"
              to="/organizations/$organizationId/settings/deliveries/$deliveryId"
              params={{ organizationId, deliveryId }}
            >
              <DeliveryStateBadge state={state} />
            </PageLink>
          )}
        </StackedCell>
      ))}
    </Table.Tr>
  );
}
