import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { DeliveryPageView, DeliveryView } from "../../../../api/private/deliveries.ts";
import type { DeliveryFilters as Filters } from "../../../../api/private/delivery-filters.ts";
import { deliveryDays } from "../../../../core/limits.ts";
import { read } from "../../api/private-api.ts";
import { useOrganization } from "../../api/session.ts";
import { Time } from "../../dates/time.tsx";
import { Page } from "../../shell/page.tsx";
import { EmptyList, QueryStates } from "../../shell/query-states.tsx";
import { withWebhooks } from "../needs-webhooks.tsx";
import { NewRows } from "../rows/new-rows.tsx";
import { useLiveRows } from "../rows/use-live-rows.ts";
import { endpointName, endpointsQuery } from "../webhook-queries.ts";
import { DeliveryFilterBar, isFiltered } from "./delivery-filters.tsx";
import { DeliveryPanel } from "./delivery-panel.tsx";
import { DeliveryTable, rowLinkId } from "./delivery-table.tsx";
import { DeliverySearch } from "./search.ts";
import { useResend } from "./use-resend.ts";

const path = "/organizations/$organizationId/settings/deliveries";

export const DeliveriesPage = withWebhooks("Deliveries", Deliveries);

/** What was sent to the endpoints, newest event first, and one delivery beside it. */
function Deliveries() {
  const { id } = useOrganization();
  const { delivery: opened, ...filters } = DeliverySearch.parse(useSearch({ from: path }));
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { data: endpoints } = useQuery(endpointsQuery(id));
  const { list, waiting, showNew } = useLiveRows({
    queryKey: [id, "deliveries", filters],
    read: (from) => readPage(id, filters, from),
    isBusy: opened !== undefined || selected.size > 0,
  });
  const resend = useResend(() => setSelected(new Set()));
  const nameOf = (endpointId: string) => {
    const found = endpoints?.endpoints.find((endpoint) => endpoint.id === endpointId);
    return found && endpointName(found, endpoints?.endpoints);
  };
  const show = (search: DeliverySearch) =>
    navigate({
      to: path,
      params: { organizationId: id },
      search,
      replace: true,
      resetScroll: false,
    });
  const listed = list.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const deliveries = listed.sort(byTimeAndEndpoint);
  return (
    <Page
      title="Deliveries"
      about={`Each event at each endpoint, with its attempts; kept for ${deliveryDays} days. New ones arrive by themselves.`}
      times="viewer"
    >
      <DeliveryFilterBar
        filters={filters}
        onChange={(next) => {
          setSelected(new Set());
          void show(next);
        }}
      />
      <QueryStates query={list}>
        {({ pages }) => (
          <>
            {selected.size > 0 && (
              <Group>
                <Button
                  size="sm"
                  onClick={() => resend.mutate([...selected])}
                  loading={resend.isPending}
                >
                  Resend {selected.size.toLocaleString()} selected
                </Button>
                <Button variant="subtle" size="sm" onClick={() => setSelected(new Set())}>
                  Select none
                </Button>
              </Group>
            )}
            <NewRows waiting={waiting} onShow={showNew} />
            {deliveries.length > 0 && (
              <DeliveryTable
                deliveries={deliveries}
                filters={filters}
                nameOf={nameOf}
                opened={opened}
                selected={selected}
                onSelect={setSelected}
              />
            )}
            {deliveries.length === 0 && !list.hasNextPage && (
              <EmptyList
                title={
                  isFiltered(filters)
                    ? `No delivery of the last ${deliveryDays} days matches these filters`
                    : "Nothing was sent yet: a delivery appears after its first attempt"
                }
              />
            )}
            <LookFurther
              pages={pages}
              isFiltered={isFiltered(filters)}
              more={list.fetchNextPage}
              isPending={list.isFetchingNextPage}
            />
          </>
        )}
      </QueryStates>
      <OpenedDelivery
        opened={opened}
        deliveryIds={deliveries.map((delivery) => delivery.id)}
        onOpen={(delivery) => void show({ ...filters, delivery })}
      />
    </Page>
  );
}

/** Newest event first, as they are listed; those of one event in one order of their endpoints. */
function byTimeAndEndpoint(a: DeliveryView, b: DeliveryView): number {
  const order = (one: string, other: string) => (one < other ? -1 : Number(one > other));
  return (
    order(b.eventAt, a.eventAt) || order(b.eventId, a.eventId) || order(a.endpointId, b.endpointId)
  );
}

interface OpenedDeliveryProps {
  opened: string | undefined;
  /** In the order of the list. */
  deliveryIds: string[];
  onOpen: (deliveryId: string | undefined) => void;
}

/** The panel, which stays while it slides out, and returns the focus to the row. */
function OpenedDelivery({ opened, deliveryIds, onOpen }: OpenedDeliveryProps) {
  const [last, setLast] = useState(opened);
  if (opened !== undefined && opened !== last) setLast(opened);
  if (last === undefined) return null;
  const place = deliveryIds.indexOf(last);
  return (
    <DeliveryPanel
      isOpen={opened !== undefined}
      deliveryId={last}
      previous={place > 0 ? deliveryIds[place - 1] : undefined}
      next={place === -1 ? undefined : deliveryIds[place + 1]}
      onMove={onOpen}
      onClose={() => onOpen(undefined)}
      onClosed={() => {
        setLast(undefined);
        document.getElementById(rowLinkId(last))?.focus();
      }}
    />
  );
}

/** How much there is, or how far the search looked, and how to go on. */
function LookFurther(props: {
  pages: RowsPage[];
  isFiltered: boolean;
  more: () => unknown;
  isPending: boolean;
}) {
  const { pages, more, isPending } = props;
  const last = pages.at(-1);
  const sum = (of: (page: RowsPage) => number) =>
    pages.reduce((before, page) => before + of(page), 0).toLocaleString();
  if (last === undefined || last.next === null) return null;
  return (
    <Group gap="md">
      <Button variant="default" onClick={more} loading={isPending}>
        {props.isFiltered ? "Search further" : "Show older"}
      </Button>
      <Text size="sm" c="dimmed">
        {sum(({ rows }) => rows.length)} shown
        {props.isFiltered && <> of {sum(({ searchedCount }) => searchedCount)} searched</>}
        {props.isFiltered && last.searchedBackTo !== null && (
          <>
            , back to <Time at={last.searchedBackTo} precision="second" />
          </>
        )}
      </Text>
    </Group>
  );
}

type RowsPage = DeliveryPageView & { rows: (DeliveryView & { key: string })[] };

async function readPage(
  organizationId: string,
  filters: Filters,
  from: string | undefined,
): Promise<RowsPage> {
  const query = { ...filters, from };
  const page = await read(
    "GET /api/webhooks/{organizationId}/deliveries",
    { organizationId },
    query,
  );
  return { ...page, rows: page.deliveries.map((delivery) => ({ ...delivery, key: delivery.id })) };
}
