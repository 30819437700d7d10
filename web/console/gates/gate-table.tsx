import { Button, Stack, Text } from "@mantine/core";
import { queryOptions } from "@tanstack/react-query";
import { Fragment, type ReactNode, useState } from "react";
import type { CreatedGate, GateView } from "../../../api/private/gates.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { minuteMs } from "../../../core/time-zone.ts";
import { useNow } from "../api/clock.ts";
import { change, read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Ago, Time } from "../dates/time.tsx";
import { ConfirmButton } from "../dialogs/confirm-button.tsx";
import { useOpened } from "../dialogs/use-opened.ts";
import { showCreated, wasCreated } from "../shell/created.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { EmptyList } from "../shell/query-states.tsx";
import { StatePill } from "../shell/state-pill.tsx";
import { Facts, Row, type RowHead, RowTable } from "../tables/row-table.tsx";
import { GateDialog } from "./gate-dialog.tsx";
import { GateLinkDialog } from "./gate-link-dialog.tsx";

/** The gates of an organization, with revoked ones; read again, because devices use them. */
export function gatesQuery(organizationId: string) {
  return queryOptions({
    queryKey: [organizationId, "gates"],
    queryFn: () => read("GET /api/organization/{organizationId}/gates", { organizationId }),
    refetchInterval: 30_000,
  });
}

/** What creates a gate link, and the dialogs for it. */
export function useGateCreation(counterId?: string) {
  const [creating, { open, close }] = useOpened();
  const [created, setCreated] = useState<CreatedGate>();
  const done = (gate: CreatedGate) => {
    setCreated(undefined);
    showCreated(gate.id, wasCreated(gate.name));
  };
  return {
    open,
    dialogs: (
      <>
        {creating && <GateDialog counterId={counterId} onClose={close} onCreated={setCreated} />}
        {created !== undefined && <GateLinkDialog gate={created} onClose={() => done(created)} />}
      </>
    ),
  };
}

const headsOf = (isNumber: boolean): RowHead[] => [
  { name: "Name" },
  { name: "State" },
  { name: "Counters", wide: true, end: isNumber },
  { name: "Ends", wide: true },
  { name: "Last used", end: true },
];

interface GateTableProps {
  /** Without revoked ones. */
  gates: GateView[];
  /** What each counts; how many, unless given. */
  countersOf?: (gate: GateView) => ReactNode;
  /** The button of an empty list. */
  create?: () => void;
}

/** Gate links that are not revoked, with when a device last used each. */
export function GateTable({ gates, countersOf, create }: GateTableProps) {
  if (gates.length === 0) {
    return (
      <EmptyList title="No gate links yet">
        <Text size="sm">Create a link, print its QR code, and put it up at the entrance.</Text>
        {create !== undefined && <Button onClick={create}>Create gate link</Button>}
      </EmptyList>
    );
  }
  const heads = headsOf(countersOf === undefined);
  return (
    <RowTable label="Gate links that are not revoked" heads={heads} opens="always">
      {gates.map((gate) => (
        <Row
          key={gate.id}
          id={gate.id}
          heads={heads}
          opens={gate.name}
          cells={[
            <Fragment key="name">
              <span className="row-name">
                <Foreign>{gate.name}</Foreign>
              </span>
              {countersOf !== undefined && (
                <span className="row-dim row-second">{countersOf(gate)}</span>
              )}
            </Fragment>,
            <GateStatePill key="state" gate={gate} />,
            countersOf?.(gate) ?? gate.counterIds.length.toLocaleString(),
            gate.endsAt === null ? "Never" : <Time key="ends" at={gate.endsAt} withZone />,
            <LastUsed key="used" at={gate.lastHeardAt} />,
          ]}
          details={<GateDetails gate={gate} counters={countersOf?.(gate)} />}
        />
      ))}
    </RowTable>
  );
}

/** What an open row says, and what is done rarely. */
function GateDetails({ gate, counters }: { gate: GateView; counters: ReactNode }) {
  const { counterIds, createdAt, endsAt, lastHeardAt } = gate;
  return (
    <Stack gap="sm" align="flex-start">
      <Facts
        of={[
          ["Counters", counters ?? counterIds.length.toLocaleString()],
          ["Created", <Time key="created" at={createdAt} precision="day" />],
          ["Last used", <LastUsed key="used" at={lastHeardAt} />],
          ["Ends", endsAt === null ? "Never" : <Time key="ends" at={endsAt} withZone />],
        ]}
      />
      <RevokeGate gate={gate} />
    </Stack>
  );
}

/** Stored once in ten minutes at most: how long ago a gate in use was used is not known closer. */
function LastUsed({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return "Never";
  if (now - Date.parse(at) >= 20 * minuteMs) return <Ago at={at} />;
  return <span title="In the last 20 minutes">Recently</span>;
}

function GateStatePill({ gate: { endsAt } }: { gate: GateView }) {
  const now = useNow();
  const hasEnded = endsAt !== null && Date.parse(endsAt) <= now;
  return hasEnded ? (
    <StatePill tone="neutral" word="Ended" since={endsAt} />
  ) : (
    <StatePill tone="live" word="Live" />
  );
}

function RevokeGate({ gate: { id: gateId, name } }: { gate: GateView }) {
  const { id: organizationId } = useOrganization();
  const key = "DELETE /api/organization/{organizationId}/gates/{gateId}";
  return (
    <ConfirmButton
      label="Revoke gate link"
      size="sm"
      c="var(--failing)"
      spoken={`Revoke ${withoutBidiControls(name)}`}
      question={{
        title: "Revoke this gate link?",
        text: (
          <Text size="sm">
            Nobody can count with the link of <Foreign>{name}</Foreign> any longer, and taps that
            wait on phones are refused. This cannot be undone.
          </Text>
        ),
        confirm: "Revoke gate link",
        cancel: "Cancel",
      }}
      act={() => change(key, { organizationId, gateId })}
      reload={["gates"]}
    />
  );
}
