import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { GateView } from "../../../api/private/gates.ts";
import { useOrganization } from "../api/session.ts";
import { QueryStates } from "../shell/query-states.tsx";
import { Section } from "../shell/section.tsx";
import { GateTable, gatesQuery, useGateCreation } from "./gate-table.tsx";

/** The gates that count a counter, and new ones. */
export function GateLinks({ counterId }: { counterId: string }) {
  const { id } = useOrganization();
  const query = useQuery(gatesQuery(id));
  const { open, dialogs } = useGateCreation(counterId);
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
      {dialogs}
    </Section>
  );
}

function counts({ counterIds, revokedAt }: GateView, counterId: string): boolean {
  return revokedAt === null && counterIds.includes(counterId);
}
