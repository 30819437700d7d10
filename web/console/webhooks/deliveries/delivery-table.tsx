import { Checkbox, Stack, Table, Text } from "@mantine/core";
import type { DeliveryView } from "../../../../api/private/deliveries.ts";
import { useOrganization } from "../../api/session.ts";
import { CopiedId } from "../../copying/copied-id.tsx";
import { Time } from "../../dates/time.tsx";
import { PageLink } from "../../shell/page-link.tsx";
import { CardWords, SelectCell, StackedCell, StackedTable } from "../../tables/stacked-table.tsx";
import { DeliveryStateBadge, outcomeText } from "./delivery-state.tsx";
import { useEventNames } from "./use-event-names.ts";

interface DeliveryTableProps {
  deliveries: DeliveryView[];
  /** The name of an endpoint by its id; undefined for one that was deleted. */
  nameOf: (endpointId: string) => string | undefined;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

const heads = ["Event", "State", "Last attempt", "Attempts", "Endpoint"];

export function DeliveryTable({ deliveries, nameOf, selected, onSelect }: DeliveryTableProps) {
  const shown = deliveries.filter(({ id }) => selected.has(id)).length;
  const all = shown === deliveries.length;
  const eventNameOf = useEventNames(deliveries);
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <StackedTable
      label="Deliveries"
      heads={heads}
      selectAll={
        <Checkbox
          aria-label="Select all deliveries shown"
          label={<CardWords>Select all</CardWords>}
          checked={all}
          indeterminate={shown > 0 && !all}
          onChange={() => onSelect(new Set(all ? [] : deliveries.map(({ id }) => id)))}
        />
      }
    >
      {deliveries.map((delivery) => (
        <Table.Tr key={delivery.id} role="row">
          <SelectCell>
            <Checkbox
              aria-label={`Select ${delivery.eventId}`}
              checked={selected.has(delivery.id)}
              onChange={() => toggle(delivery.id)}
            />
          </SelectCell>
          <Cells
            delivery={delivery}
            eventName={eventNameOf(delivery)}
            endpoint={nameOf(delivery.endpointId)}
          />
        </Table.Tr>
      ))}
    </StackedTable>
  );
}

interface CellsProps {
  delivery: DeliveryView;
  /** Of its counter or alert; undefined until it is known. */
  eventName: string | undefined;
  endpoint: string | undefined;
}

function Cells({ delivery, eventName, endpoint }: CellsProps) {
  const { id: organizationId } = useOrganization();
  const { id, eventType, eventId, eventAt, state, lastAttempt, nextAttemptAt } = delivery;
  return (
    <>
      <StackedCell head="Event" title>
        <PageLink
          fz="sm"
          to="/organizations/$organizationId/settings/deliveries/$deliveryId"
          params={{ organizationId, deliveryId: id }}
        >
          {eventType} <span className="whole">#{eventId.split(":").at(-1)}</span>
        </PageLink>
        <Text size="sm" lineClamp={2}>
          <bdi>{eventName}</bdi>
        </Text>
        <Text size="sm" fw={400} c="dimmed">
          <Time at={eventAt} precision="second" />
        </Text>
      </StackedCell>
      <StackedCell head="State">
        <Stack gap={2} align="flex-start">
          <DeliveryStateBadge state={state} />
          {nextAttemptAt !== null && (
            <Text size="sm" c="dimmed">
              next <Time at={nextAttemptAt} precision="second" />
            </Text>
          )}
        </Stack>
      </StackedCell>
      <StackedCell head="Last attempt">
        <bdi>{outcomeText(lastAttempt)}</bdi>
        {lastAttempt !== null && (
          <Text size="sm" c="dimmed">
            {lastAttempt.durationMs.toLocaleString()} ms
          </Text>
        )}
      </StackedCell>
      <StackedCell head="Attempts">{delivery.attemptCount}</StackedCell>
      <StackedCell head="Endpoint">
        {endpoint === undefined ? (
          <Text size="sm" c="dimmed">
            deleted <CopiedId id={delivery.endpointId} of="endpoint" />
          </Text>
        ) : (
          <bdi>{endpoint}</bdi>
        )}
      </StackedCell>
    </>
  );
}
