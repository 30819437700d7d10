import "@mantine/dates/styles.css";
import { Button, Select, SimpleGrid } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DeliveryFilters as Filters } from "../../../../api/private/delivery-filters.ts";
import { WebhookEventType } from "../../../../core/webhooks/webhook-event.ts";
import { useOrganization } from "../../api/session.ts";
import { fromPicker, toPicker, useCalendarName } from "../../dates/date-pickers.ts";
import { endpointName, endpointsQuery, useCounterChoices } from "../webhook-queries.ts";
import { stateNames } from "./state-names.ts";
import { useDeletedEndpoints } from "./use-deleted-endpoints.ts";

interface DeliveryFiltersProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

const states = Object.entries(stateNames).map(([value, label]) => ({ value, label }));

/** What deliveries are shown; the page keeps it in its URL. */
export function DeliveryFilterBar({ filters, onChange }: DeliveryFiltersProps) {
  const { id } = useOrganization();
  const { data } = useQuery(endpointsQuery(id));
  const counters = useCounterChoices();
  const endpoints = data?.endpoints.map((endpoint) => ({
    value: endpoint.id,
    label: endpointName(endpoint, data.endpoints),
  }));
  const calendars = { from: useCalendarName(), until: useCalendarName() };
  const [asked, setAsked] = useState(false);
  const isUnknown = endpoints?.every(({ value }) => value !== filters.endpoint) ?? false;
  const deleted = useDeletedEndpoints(asked || (filters.endpoint !== undefined && isUnknown)).map(
    ({ id: value, host }) => ({ value, label: `${host} (deleted, …${value.slice(-4)})` }),
  );
  // What the URL names is shown even where it is not in the list, as an endpoint that was deleted.
  const known = (choices: Choice[], value: string | undefined) =>
    value === undefined || choices.some((choice) => choice.value === value)
      ? choices
      : [...choices, { value, label: value }];
  const choose = (name: keyof Filters) => (value: string | null) =>
    onChange({ ...filters, [name]: value ?? undefined });
  return (
    <SimpleGrid
      cols={{ base: 2, md: 3, xl: 6 }}
      spacing="sm"
      className="filters"
      role="search"
      aria-label="Filters"
    >
      <Select
        label="Endpoint"
        placeholder="All endpoints"
        data={known([...(endpoints ?? []), ...deleted], filters.endpoint)}
        onDropdownOpen={() => setAsked(true)}
        value={filters.endpoint ?? null}
        onChange={choose("endpoint")}
        clearable
        clearButtonProps={{ "aria-label": "Clear endpoint" }}
      />
      <Select
        label="State"
        placeholder="Any state"
        data={states}
        value={filters.state ?? null}
        onChange={choose("state")}
        clearable
        clearButtonProps={{ "aria-label": "Clear state" }}
      />
      <Select
        label="Event type"
        placeholder="Any event"
        data={WebhookEventType.options}
        value={filters.type ?? null}
        onChange={choose("type")}
        clearable
        clearButtonProps={{ "aria-label": "Clear event type" }}
      />
      <Select
        label="Counter"
        placeholder="Any counter"
        data={known(counters, filters.counter)}
        value={filters.counter ?? null}
        onChange={choose("counter")}
        searchable
        limit={50}
        nothingFoundMessage="No such counter"
        clearable
        clearButtonProps={{ "aria-label": "Clear counter" }}
      />
      <DateTimePicker
        {...calendars.from}
        label="From"
        placeholder="Any time"
        value={toPicker(filters.since)}
        onChange={(value) => onChange({ ...filters, since: fromPicker(value) })}
        clearable
        clearButtonProps={{ "aria-label": "Clear from" }}
      />
      <DateTimePicker
        {...calendars.until}
        label="Until"
        placeholder="Now"
        value={toPicker(filters.until)}
        onChange={(value) => onChange({ ...filters, until: fromPicker(value) })}
        clearable
        clearButtonProps={{ "aria-label": "Clear until" }}
      />
      {isFiltered(filters) && (
        <Button variant="subtle" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </SimpleGrid>
  );
}

export function isFiltered(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

interface Choice {
  value: string;
  label: string;
}
