import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CounterView } from "../../../api/private/counters.ts";
import { may } from "../../../core/members/role.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact } from "../charts/format.ts";
import { Embeds } from "../embeds/embeds.tsx";
import { GateLinks } from "../gates/gate-links.tsx";
import { type CounterForm, CounterFormDialog } from "./counter-form-dialog.tsx";
import { counterQuery } from "./counter-queries.ts";
import { useCounterActions } from "./use-counter-actions.tsx";

/** The settings of a counter, for those who may change them. */
export function CounterManagement({ counterId }: { counterId: string }) {
  const { role } = useOrganization();
  return may(role, "manage_counters") ? <CounterSettingsPanel counterId={counterId} /> : null;
}

/** Gate links and embeds of a counter, for those who may give them out. */
export function CounterSharing({ counterId }: { counterId: string }) {
  const { role } = useOrganization();
  return (
    <>
      {may(role, "manage_gates") && <GateLinks counterId={counterId} />}
      {may(role, "manage_counters") && <Embeds counterId={counterId} />}
    </>
  );
}

/** Edits, sets, locks and archives a counter. */
function CounterSettingsPanel({ counterId }: { counterId: string }) {
  const { id } = useOrganization();
  const { data: counter } = useQuery(counterQuery(id, counterId));
  const [form, setForm] = useState<CounterForm>();
  const { setLocked, archive } = useCounterActions();
  const navigate = useNavigate();
  if (!counter) return null;
  async function archiveAndLeave(archived: CounterView): Promise<void> {
    const params = { organizationId: id };
    if (await archive(archived))
      await navigate({ to: "/organizations/$organizationId/counters", params });
  }
  return (
    <Stack gap="xs">
      {counter.resetDaily && (
        <Text size="sm" c="dimmed" className="figures">
          Reset to {formatExact(counter.resetTo)} at the start of each day.
        </Text>
      )}
      <Group gap="xs" className="no-print" role="group" aria-label="Settings">
        <Button variant="default" onClick={() => setForm("edit")}>
          Edit
        </Button>
        <Button variant="default" onClick={() => void setLocked(counter, !counter.locked)}>
          {counter.locked ? "Unlock" : "Lock"}
        </Button>
        <Button variant="default" onClick={() => setForm("set")}>
          Set to a number
        </Button>
        <Button variant="default" onClick={() => setForm("reset")}>
          Reset
        </Button>
        <Button variant="light" color="red" onClick={() => void archiveAndLeave(counter)}>
          Archive
        </Button>
        {form !== undefined && (
          <CounterFormDialog opened={{ form, counter }} onClose={() => setForm(undefined)} />
        )}
      </Group>
    </Stack>
  );
}
