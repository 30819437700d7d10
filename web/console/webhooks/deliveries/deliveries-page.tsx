import { Button, Group, Text } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { DeliveryPageView } from "../../../../api/private/deliveries.ts";
import type { DeliveryFilters as Filters } from "../../../../api/private/delivery-filters.ts";
import { deliveryDays } from "../../../../core/limits.ts";
import { read } from "../../api/private-api.ts";
import { useOrganization } from "../../api/session.ts";
import { Time } from "../../dates/time.tsx";
import { Page } from "../../shell/page.tsx";
import { EmptyList, QueryStates } from "../../shell/query-states.tsx";
import { withWebhooks } from "../needs-webhooks.tsx";
import { endpointName, endpointsQuery } from "../webhook-queries.ts";
import { DeliveryFilterBar } from "./delivery-filters.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { DeliveryFilterParameters } from "./search.ts";
import { useResend } from "./use-resend.ts";

const path = "/organizations/$organizationId/settings/deliveries";

export const DeliveriesPage = withWebhooks("Deliveries", Deliveries);

/** What was sent to the endpoints, newest event first. */
function Deliveries() {
  const { id } = useOrganization();
  const filters = DeliveryFilterParameters.parse(useSearch({ from: path }));
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { data: endpoints } = useQuery(endpointsQuery(id));
  const query = useInfiniteQuery({
    queryKey: [id, "deliveries", filters],
    queryFn: ({ pageParam }) => readPage(id, filters, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const resend = useResend(() => setSelected(new Set()));
  const nameOf = (endpointId: string) => {
    const found = endpoints?.endpoints.find((endpoint) => endpoint.id === endpointId);
    return found && endpointName(found);
  };
  const show = (next: Filters) => {
    setSelected(new Set());
    void navigate({ to: path, params: { organizationId: id }, search: next, replace: true });
  };
  return (
    <Page
      title="Deliveries"
      about={`Each event at each endpoint, with its attempts; kept for ${deliveryDays} days. To see those of a deleted endpoint, choose it as the filter. A link to this page keeps its filters.`}
      times="viewer"
      actions={
        <Button variant="default" onClick={() => query.refetch()} loading={query.isRefetching}>
          Reload
        </Button>
      }
    >
      <DeliveryFilterBar filters={filters} onChange={show} />
      <QueryStates query={query}>
        {({ pages }) => {
          const deliveries = pages.flatMap((page) => page.deliveries);
          return (
            <>
              <Group justify="space-between" mih={36}>
                <Text size="sm" role="status">
                  {deliveries.length.toLocaleString()}{" "}
                  {deliveries.length === 1 ? "delivery" : "deliveries"} shown
                  {selected.size > 0 && `, ${selected.size.toLocaleString()} selected`}
                </Text>
                {selected.size > 0 && (
                  <Button
                    size="sm"
                    onClick={() => resend.mutate([...selected])}
                    loading={resend.isPending}
                  >
                    Resend {selected.size.toLocaleString()} selected
                  </Button>
                )}
              </Group>
              {deliveries.length > 0 && (
                <DeliveryTable
                  deliveries={deliveries}
                  nameOf={nameOf}
                  selected={selected}
                  onSelect={setSelected}
                />
              )}
              {deliveries.length === 0 && !query.hasNextPage && (
                <EmptyList title="No deliveries">
                  <Text>
                    No delivery of the last {deliveryDays} days matches these filters. A delivery
                    appears once its first attempt has an outcome.
                  </Text>
                </EmptyList>
              )}
              <LookFurther
                pages={pages}
                more={query.fetchNextPage}
                isPending={query.isFetchingNextPage}
              />
            </>
          );
        }}
      </QueryStates>
    </Page>
  );
}

/** How far the search looked, and how to go on. */
function LookFurther(props: {
  pages: DeliveryPageView[];
  more: () => unknown;
  isPending: boolean;
}) {
  const { pages, more, isPending } = props;
  const last = pages.at(-1);
  const searchedCount = pages.reduce((sum, page) => sum + page.searchedCount, 0);
  if (last === undefined || last.next === null) return null;
  return (
    <Group gap="md">
      <Button variant="default" onClick={more} loading={isPending}>
        Search further
      </Button>
      <Text size="sm" c="dimmed">
        Searched {searchedCount.toLocaleString()} deliveries
        {last.searchedBackTo !== null && (
          <>
            {" "}
            back to <Time at={last.searchedBackTo} precision="second" />
          </>
        )}
        .
      </Text>
    </Group>
  );
}

function readPage(
  id: string,
  filters: Filters,
  from: string | undefined,
): Promise<DeliveryPageView> {
  const query = { ...filters, from };
  return read("GET /api/webhooks/{organizationId}/deliveries", { organizationId: id }, query);
}
