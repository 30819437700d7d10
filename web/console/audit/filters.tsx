import "@mantine/dates/styles.css";
import { Button, Select, SimpleGrid } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import dayjs from "dayjs";
import { nowMs } from "../api/clock.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { useCalendarName } from "../dates/date-pickers.ts";
import { actionGroups } from "./actions.ts";
import type { AuditSearch } from "./audit-search.ts";

/** Filters of the audit log; they stand in the URL, which can be sent to a colleague. */
export function Filters({ search }: { search: AuditSearch }) {
  const calendars = { from: useCalendarName(), to: useCalendarName() };
  const { id } = useOrganization();
  const navigate = useNavigate();
  const today = dayjs(nowMs()).format("YYYY-MM-DD");
  const members = useQuery({
    queryKey: [id, "members"],
    queryFn: () => read("GET /api/organization/{organizationId}/members", { organizationId: id }),
  });
  const set = (change: AuditSearch) =>
    navigate({
      to: "/organizations/$organizationId/settings/audit",
      params: { organizationId: id },
      search: { ...search, ...change },
      replace: true,
    });
  const people = (members.data?.members ?? []).map(({ id: value, name, email }) => ({
    value,
    label: name ?? email ?? "Someone",
  }));
  const known = new Set(["operator", ...people.map(({ value }) => value)]);
  const left =
    search.person === undefined || known.has(search.person)
      ? []
      : [{ value: search.person, label: "A former member" }];
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <SimpleGrid
      cols={{ base: 2, md: 4 }}
      spacing="sm"
      className="filters"
      role="search"
      aria-label="Filters"
    >
      <Select
        label="Person"
        placeholder="Everybody"
        data={[...people, ...left, { value: "operator", label: "Operator" }]}
        value={search.person ?? null}
        onChange={(person) => set({ person: person ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Everybody" }}
      />
      <Select
        label="Action"
        placeholder="Everything"
        data={actionGroups}
        value={search.action ?? null}
        onChange={(action) => set({ action: action ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Everything" }}
      />
      <DatePickerInput
        {...calendars.from}
        label="From day"
        placeholder="A year ago"
        value={search.since ?? null}
        onChange={(since) => set({ since: since ?? undefined })}
        maxDate={search.until ?? today}
        clearable
        clearButtonProps={{ "aria-label": "Clear from day" }}
      />
      <DatePickerInput
        {...calendars.to}
        label="To day"
        placeholder="Today"
        value={search.until ?? null}
        onChange={(until) => set({ until: until ?? undefined })}
        {...(search.since !== undefined && { minDate: search.since })}
        maxDate={today}
        clearable
        clearButtonProps={{ "aria-label": "Clear to day" }}
      />
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() =>
            set({ person: undefined, action: undefined, since: undefined, until: undefined })
          }
        >
          Clear filters
        </Button>
      )}
    </SimpleGrid>
  );
}
