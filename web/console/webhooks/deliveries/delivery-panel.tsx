import { ActionIcon, Button, Drawer, Group, Text } from "@mantine/core";
import { ChevronLeftIcon, ChevronRightIcon } from "@primer/octicons-react";
import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent, ReactNode } from "react";
import type { DeliveryDetails } from "../../../../api/private/deliveries.ts";
import { isMissing, read } from "../../api/private-api.ts";
import { useOrganization } from "../../api/session.ts";
import { QueryStates } from "../../shell/query-states.tsx";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { DeliveryState } from "./delivery-state.tsx";
import { eventTitle } from "./event-title.tsx";
import { useResend } from "./use-resend.ts";

interface DeliveryPanelProps {
  deliveryId: string;
  /** Those beside it in the list; undefined where there is none. */
  previous: string | undefined;
  next: string | undefined;
  onMove: (deliveryId: string) => void;
  onClose: () => void;
  /** Once it is gone. */
  onClosed: () => void;
  isOpen: boolean;
}

/** One delivery beside the list: its attempts, the request and the responses. */
export function DeliveryPanel(props: DeliveryPanelProps) {
  const { deliveryId, previous, next, onMove, onClose, onClosed, isOpen } = props;
  const { id: organizationId } = useOrganization();
  const query = useQuery({
    queryKey: [organizationId, "deliveries", deliveryId],
    queryFn: () =>
      read("GET /api/webhooks/{organizationId}/deliveries/{deliveryId}", {
        organizationId,
        deliveryId,
      }),
    // While it waits or is being sent, its state changes by itself.
    refetchInterval: ({ state: { data } }) => (data && isGoingOn(data) ? 2_000 : false),
  });
  const resend = useResend();
  const isUnknown = query.data === undefined && isMissing(query.error);
  const move = ({ key, target }: KeyboardEvent) => {
    if (target instanceof HTMLElement && target.matches("input, textarea")) return;
    const to = key === "ArrowLeft" ? previous : key === "ArrowRight" ? next : undefined;
    if (to !== undefined) onMove(to);
  };
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={560}
      padding="lg"
      returnFocus={false}
      overlayProps={{ backgroundOpacity: 0.2 }}
      closeButtonProps={{ "aria-label": "Close" }}
      attributes={{ header: { role: "presentation" } }}
      onExitTransitionEnd={onClosed}
      onKeyDown={move}
      title={
        <Group gap="sm" component="span">
          <span>{titleOf(query.data, isUnknown)}</span>
          {query.data && <DeliveryState state={query.data.state} />}
        </Group>
      }
    >
      <Group justify="space-between" mb="md">
        {previous === undefined && next === undefined ? (
          <span />
        ) : (
          <Group gap={4}>
            <MoveButton label="Previous delivery" to={previous} onMove={onMove}>
              <ChevronLeftIcon aria-hidden />
            </MoveButton>
            <MoveButton label="Next delivery" to={next} onMove={onMove}>
              <ChevronRightIcon aria-hidden />
            </MoveButton>
            <Text size="xs" c="dimmed" visibleFrom="xs">
              or ← and → on the keyboard
            </Text>
          </Group>
        )}
        {query.data && (
          <Button
            onClick={() => resend.mutate([deliveryId])}
            loading={resend.isPending}
            disabled={!query.data.eventIsStored || query.data.endpointUrl === null}
          >
            Resend
          </Button>
        )}
      </Group>
      {isUnknown ? (
        <Text>It may be older than 30 days, or the address may be mistyped.</Text>
      ) : (
        <QueryStates query={query}>
          {(delivery) => <DeliveryDetail delivery={delivery} />}
        </QueryStates>
      )}
    </Drawer>
  );
}

function isGoingOn({ state }: DeliveryDetails): boolean {
  return state === "retry_scheduled" || state === "awaiting_response";
}

function titleOf(delivery: DeliveryDetails | undefined, isUnknown: boolean): string {
  if (delivery !== undefined) return eventTitle(delivery);
  return isUnknown ? "There is no such delivery" : "Delivery";
}

interface MoveButtonProps {
  label: string;
  to: string | undefined;
  onMove: (deliveryId: string) => void;
  children: ReactNode;
}

/** It keeps the focus at the end of the list, where it leads nowhere. */
function MoveButton({ label, to, onMove, children }: MoveButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      {...(to === undefined && { "data-disabled": true, "aria-disabled": true })}
      onClick={() => to !== undefined && onMove(to)}
    >
      {children}
    </ActionIcon>
  );
}
