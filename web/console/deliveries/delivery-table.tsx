import { Anchor, Checkbox, Code, Paper, Stack, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { DeliveryRow } from "../../../core/private-api/webhooks/deliveries.ts";
import { useOrganization } from "../api/session.ts";
import { Time } from "../shell/time.tsx";
import { outcomeText, StateBadge } from "./delivery-state.tsx";
import { useEventNames } from "./use-event-names.ts";

interface DeliveryTableProps {
  deliveries: DeliveryRow[];
  /** The name of an endpoint by its id; undefined for one that was deleted. */
  nameOf: (endpointId: string) => string | undefined;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

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
    <Paper withBorder>
      <Table.ScrollContainer
        minWidth={920}
        type="native"
        tabIndex={0}
        role="region"
        aria-label="Deliveries"
      >
        <Table verticalSpacing="xs" horizontalSpacing="md" className="figures">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={40}>
                <Checkbox
                  aria-label="Select all deliveries shown"
                  checked={all}
                  indeterminate={shown > 0 && !all}
                  onChange={() => onSelect(new Set(all ? [] : deliveries.map(({ id }) => id)))}
                />
              </Table.Th>
              <Table.Th>Event</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th>Last attempt</Table.Th>
              <Table.Th ta="right">Attempts</Table.Th>
              <Table.Th>Endpoint</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deliveries.map((delivery) => (
              <Table.Tr key={delivery.id}>
                <Table.Td>
                  <Checkbox
                    aria-label={`Select ${delivery.eventId}`}
                    checked={selected.has(delivery.id)}
                    onChange={() => toggle(delivery.id)}
                  />
                </Table.Td>
                <Cells
                  delivery={delivery}
                  eventName={eventNameOf(delivery)}
                  endpoint={nameOf(delivery.endpointId)}
                />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

interface CellsProps {
  delivery: DeliveryRow;
  /** Of its counter or alert; undefined until it is known. */
  eventName: string | undefined;
  endpoint: string | undefined;
}

function Cells({ delivery, eventName, endpoint }: CellsProps) {
  const { id: organizationId } = useOrganization();
  const { id, eventType, eventId, eventAt, state, lastAttempt, nextAttemptAt } = delivery;
  return (
    <>
      <Table.Td className="whole">
        <Anchor
          renderRoot={(anchor) => (
            <Link
              to="/organizations/$organizationId/settings/deliveries/$deliveryId"
              params={{ organizationId, deliveryId: id }}
              {...anchor}
            />
          )}
        >
          {eventType} <span>#{eventId.split(":").at(-1)}</span>
        </Anchor>
        <Text size="sm" truncate maw={320}>
          <bdi>{eventName}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          <Time at={eventAt} precision="second" />
        </Text>
      </Table.Td>
      <Table.Td className="whole">
        <Stack gap={2} align="flex-start">
          <StateBadge state={state} />
          {nextAttemptAt !== null && (
            <Text size="sm" c="dimmed">
              next <Time at={nextAttemptAt} precision="second" />
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td>
        <bdi>{outcomeText(lastAttempt)}</bdi>
        {lastAttempt !== null && (
          <Text size="sm" c="dimmed">
            {lastAttempt.durationMs.toLocaleString()} ms
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{delivery.attemptCount}</Table.Td>
      <Table.Td>
        {endpoint === undefined ? (
          <Text size="sm" c="dimmed">
            deleted <Code>{delivery.endpointId}</Code>
          </Text>
        ) : (
          <bdi>{endpoint}</bdi>
        )}
      </Table.Td>
    </>
  );
}
