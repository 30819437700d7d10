import { Button, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CreatedGate, GateView } from "../../../api/private/gates.ts";
import { useNow } from "../api/clock.ts";
import { change, read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Ago, Time } from "../dates/time.tsx";
import { ConfirmButton } from "../dialogs/confirm-button.tsx";
import { EmptyList, QueryStates } from "../shell/query-states.tsx";
import { Section } from "../shell/section.tsx";
import { StatePill } from "../shell/state-pill.tsx";
import { StackedCell, StackedTable } from "../tables/stacked-table.tsx";
import { GateDialog } from "./gate-dialog.tsx";
import { GateLinkDialog } from "./gate-link-dialog.tsx";

/** The gates that count a counter, and new ones. */
export function GateLinks({ counterId }: { counterId: string }) {
  const { id } = useOrganization();
  const query = useQuery({
    queryKey: [id, "gates"],
    queryFn: () => read("GET /api/organization/{organizationId}/gates", { organizationId: id }),
  });
  const [creating, { open, close }] = useDisclosure();
  const [created, setCreated] = useState<CreatedGate>();
  return (
    <Section
      title="Gate links"
      about="With a gate link people count on any phone, without an account."
      actions={
        <Button variant="default" onClick={open}>
          Create gate link
        </Button>
      }
    >
      <QueryStates query={query}>
        {({ gates }) => <GateTable gates={gates.filter((gate) => counts(gate, counterId))} />}
      </QueryStates>
      {creating && <GateDialog counterId={counterId} onClose={close} onCreated={setCreated} />}
      {created !== undefined && (
        <GateLinkDialog gate={created} onClose={() => setCreated(undefined)} />
      )}
    </Section>
  );
}

function counts({ counterIds, revokedAt }: GateView, counterId: string): boolean {
  return revokedAt === null && counterIds.includes(counterId);
}

function GateTable({ gates }: { gates: GateView[] }) {
  if (gates.length === 0) {
    return (
      <EmptyList title="No gate links yet">
        <Text size="sm">Create a link, print its QR code, and put it up at the entrance.</Text>
      </EmptyList>
    );
  }
  return (
    <StackedTable
      label="Gate links that are not revoked"
      heads={["Name", "Counters", "Heard of", "Ends", "State", "Actions"]}
    >
      {gates.map((gate) => (
        <Table.Tr key={gate.id} role="row">
          <StackedCell head="Name" title>
            <bdi>{gate.name}</bdi>
          </StackedCell>
          <StackedCell head="Counters">{gate.counterIds.length.toLocaleString()}</StackedCell>
          <StackedCell head="Heard of">
            {gate.lastHeardAt === null ? "Not yet" : <Ago at={gate.lastHeardAt} />}
          </StackedCell>
          <StackedCell head="Ends">
            {gate.endsAt === null ? "Never" : <Time at={gate.endsAt} withZone />}
          </StackedCell>
          <StackedCell head="State">
            <GateStatePill gate={gate} />
          </StackedCell>
          <StackedCell head="Actions">
            <RevokeGate gate={gate} />
          </StackedCell>
        </Table.Tr>
      ))}
    </StackedTable>
  );
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
      label="Revoke"
      spoken={`Revoke ${name}`}
      question={{
        title: "Revoke this gate link?",
        text: (
          <Text size="sm">
            Nobody can count with the link of <bdi>{name}</bdi> any longer, and taps that wait on
            phones are refused. This cannot be undone.
          </Text>
        ),
        confirm: "Revoke",
        cancel: "Cancel",
      }}
      act={() => change(key, { organizationId, gateId })}
      reload={["gates"]}
    />
  );
}
