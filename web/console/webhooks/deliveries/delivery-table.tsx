import { Checkbox, Table } from "@mantine/core";
import { Fragment } from "react";
import type { DeliveryView } from "../../../../api/private/deliveries.ts";
import type { DeliveryFilters } from "../../../../api/private/delivery-filters.ts";
import { groupBy } from "../../../../core/group-by.ts";
import { useOrganization } from "../../api/session.ts";
import { Time, Until, useDayName } from "../../dates/time.tsx";
import { CutForeign, Foreign } from "../../shell/foreign.tsx";
import { PageLink } from "../../shell/page-link.tsx";
import { DayRow, RowCell, RowTable } from "../../tables/row-table.tsx";
import { DeliveryState, outcomeText } from "./delivery-state.tsx";
import { EventTitle } from "./event-title.tsx";
import { useEventNames } from "./use-event-names.ts";

interface DeliveryTableProps {
  deliveries: DeliveryView[];
  filters: DeliveryFilters;
  /** The name of an endpoint by its id; undefined for one that was deleted. */
  nameOf: (endpointId: string) => string | undefined;
  /** The one that is open in the panel. */
  opened: string | undefined;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

const heads = [
  { name: "Event" },
  { name: "Counter or alert", wide: true },
  { name: "State" },
  { name: "Last attempt", wide: true },
  { name: "Attempts", wide: true, end: true },
  { name: "Endpoint", wide: true },
  { name: "When", end: true },
];
const [event, of, state, last, attempts, endpoint, when] = heads;

export function DeliveryTable(props: DeliveryTableProps) {
  const { deliveries, filters, nameOf, opened, selected, onSelect } = props;
  const shown = deliveries.filter(({ id }) => selected.has(id)).length;
  const all = shown === deliveries.length;
  const eventNameOf = useEventNames(deliveries);
  const dayName = useDayName();
  const days = groupBy(deliveries, ({ eventAt }) => dayName(eventAt));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <RowTable
      label="Deliveries"
      heads={heads}
      selectAll={
        <Checkbox
          size="xs"
          aria-label="Select all deliveries shown"
          checked={all}
          indeterminate={shown > 0 && !all}
          onChange={() => onSelect(new Set(all ? [] : deliveries.map(({ id }) => id)))}
        />
      }
    >
      {[...days].map(([day, ofDay]) => (
        <Fragment key={day}>
          <DayRow day={day} columns={heads.length + 1} />
          {ofDay.map((delivery) => (
            <Table.Tr key={delivery.id} {...(delivery.id === opened && { "aria-current": true })}>
              <Table.Td className="row-select">
                <Checkbox
                  size="xs"
                  aria-label={`Select ${delivery.eventId}`}
                  checked={selected.has(delivery.id)}
                  onChange={() => toggle(delivery.id)}
                />
              </Table.Td>
              <Cells
                delivery={delivery}
                filters={filters}
                eventName={eventNameOf(delivery)}
                endpointName={nameOf(delivery.endpointId)}
              />
            </Table.Tr>
          ))}
        </Fragment>
      ))}
    </RowTable>
  );
}

/** The id of a row's link, to which the focus returns from the panel. */
export function rowLinkId(deliveryId: string): string {
  return `row-${deliveryId}`;
}

interface CellsProps {
  delivery: DeliveryView;
  filters: DeliveryFilters;
  /** Of its counter or alert; undefined until it is known. */
  eventName: string | undefined;
  endpointName: string | undefined;
}

function Cells({ delivery, filters, eventName, endpointName }: CellsProps) {
  const { id: organizationId } = useOrganization();
  const { id, endpointId, eventAt, lastAttempt, nextAttemptAt, attemptCount } = delivery;
  const place =
    endpointName === undefined ? (
      <span className="row-dim">deleted, …{endpointId.slice(-4)}</span>
    ) : (
      <CutForeign>{endpointName}</CutForeign>
    );
  return (
    <>
      <RowCell head={event}>
        <PageLink
          id={rowLinkId(id)}
          fz="sm"
          inherit
          className="row-link"
          to="/organizations/$organizationId/settings/deliveries"
          params={{ organizationId }}
          search={{ ...filters, delivery: id }}
          resetScroll={false}
        >
          <EventTitle event={delivery} />
        </PageLink>
        <span className="row-dim row-second">{place}</span>
      </RowCell>
      <RowCell head={of}>
        <Foreign title={eventName}>{eventName}</Foreign>
      </RowCell>
      <RowCell head={state}>
        <span className="row-state">
          <DeliveryState state={delivery.state} />
        </span>
        <span className="row-dim row-second">
          <Foreign>{outcomeText(lastAttempt)}</Foreign>
        </span>
      </RowCell>
      <RowCell head={last}>
        <Foreign>{outcomeText(lastAttempt)}</Foreign>
        {lastAttempt !== null && (
          <span className="row-dim"> · {lastAttempt.durationMs.toLocaleString()} ms</span>
        )}
        {nextAttemptAt !== null && (
          <span className="row-dim">
            {" "}
            · next <Until at={nextAttemptAt} />
          </span>
        )}
      </RowCell>
      <RowCell head={attempts}>{attemptCount}</RowCell>
      <RowCell head={endpoint}>{place}</RowCell>
      <RowCell head={when}>
        <Time at={eventAt} precision="clock" />
      </RowCell>
    </>
  );
}
