import { Group, Select, Table, Text } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { EventRow } from "../../../../api/private/deliveries.ts";
import { deliveryDays } from "../../../../core/limits.ts";
import { isolated } from "../../../../core/messages.ts";
import { read } from "../../api/private-api.ts";
import { useOrganization } from "../../api/session.ts";
import { Logged, MadeAt } from "../../dates/time.tsx";
import { Choice } from "../../forms/choice.tsx";
import { Foreign } from "../../shell/foreign.tsx";
import { Page } from "../../shell/page.tsx";
import { PageLink } from "../../shell/page-link.tsx";
import { EmptyList, QueryStates } from "../../shell/query-states.tsx";
import { ShowOlder } from "../../shell/show-older.tsx";
import { RowCell, type RowHead, RowTable } from "../../tables/row-table.tsx";
import { withWebhooks } from "../needs-webhooks.tsx";
import { NewRows } from "../rows/new-rows.tsx";
import { useLiveRows } from "../rows/use-live-rows.ts";
import { endpointName, useCounterChoices } from "../webhook-queries.ts";
import { DeliveryState } from "./delivery-state.tsx";
import { EventTitle } from "./event-title.tsx";
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
        <Choice
          label="What to show"
          data={[
            { value: "counter", label: "Counts" },
            { value: "alerts", label: "Alerts" },
          ]}
          value={of}
          onChange={(value) => show({ of: value, counter })}
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
  const { list, waiting, showNew } = useLiveRows({
    queryKey: [id, "events", of, of === "counter" ? counter : null],
    async read(before) {
      const asked = of === "counter" ? { of, counter: counter ?? "", before } : { of, before };
      const key = "GET /api/webhooks/{organizationId}/events";
      const page = await read(key, { organizationId: id }, asked);
      return { ...page, rows: page.events.map(keyed) };
    },
  });
  return (
    <QueryStates query={list}>
      {({ pages }) => {
        const events = pages.flatMap(({ rows }) => rows);
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
        const heads = [
          { name: "Event" },
          { name: "Counter or alert", wide: true },
          { name: "Count", wide: true, end: true },
          ...unique(endpoints.map((one) => endpointName(one, endpoints))).map((name) => ({
            ...{ name, foreign: true },
          })),
          { name: "When", end: true, wide: endpoints.length > 1 },
        ];
        return (
          <>
            <NewRows waiting={waiting} onShow={showNew} />
            <RowTable
              label="Events"
              heads={heads}
              {...(endpoints.length > 2 && { minWidth: 240 + 130 * endpoints.length })}
            >
              {events.map((event) => (
                <EventCells key={event.key} event={event} heads={heads} />
              ))}
            </RowTable>
            {endpoints.length === 0 && (
              <Text size="sm" c="dimmed">
                The organization has no endpoints, so none of these events was delivered.
              </Text>
            )}
            <ShowOlder query={list} what="events" />
            <Text size="sm" c="dimmed">
              “Left out”: the endpoint’s events or filter, as they are now, do not include this
              event. “Not on record”: they did not include it when it was counted, the first attempt
              has not been made yet, or it is more than {deliveryDays} days ago.
            </Text>
          </>
        );
      }}
    </QueryStates>
  );
}

/** An alert can fire twice at one event. */
function keyed(event: EventRow): EventRow & { key: string } {
  return { ...event, key: `${event.id} ${event.at} ${event.name}` };
}

/** Two endpoints can have one URL, and the heads of a table must differ. */
function unique(names: string[]): string[] {
  return names.map((name, index) =>
    names.indexOf(name) === index
      ? name
      : `${isolated(name)} (${names.slice(0, index + 1).length})`,
  );
}

/** `heads` begins with those of the event; the endpoints' follow, and its time. */
function EventCells({ event, heads }: { event: EventRow; heads: RowHead[] }) {
  const { id: organizationId } = useOrganization();
  const { id, type, at, tappedAt, before, after, name, deliveries } = event;
  return (
    <Table.Tr>
      <RowCell head={heads[0]}>
        <EventTitle event={{ eventType: type, eventId: id }} />
      </RowCell>
      <RowCell head={heads[1]}>
        <Foreign title={name}>{name}</Foreign>
      </RowCell>
      <RowCell head={heads[2]}>
        {before.toLocaleString()} → {after.toLocaleString()}
      </RowCell>
      {deliveries.map(({ endpointId, deliveryId, state, receives }, index) => (
        <RowCell key={endpointId} head={heads[3 + index]}>
          {state === null ? (
            <span className="row-dim">{receives ? "Not on record" : "Left out"}</span>
          ) : (
            <PageLink
              underline="never"
              to="/organizations/$organizationId/settings/deliveries"
              params={{ organizationId }}
              search={{ delivery: deliveryId }}
            >
              <DeliveryState state={state} />
            </PageLink>
          )}
        </RowCell>
      ))}
      <RowCell head={heads.at(-1)}>
        <Logged at={at} />
        <MadeAt at={tappedAt} countedAt={at} />
      </RowCell>
    </Table.Tr>
  );
}
