import { Button, Menu, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type { CounterView } from "../../../api/private/counters.ts";
import { may } from "../../../core/members/role.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact } from "../charts/format.ts";
import { useDialogHash } from "../shell/creation-hash.ts";
import { type CounterForm, CounterFormDialog } from "./counter-form-dialog.tsx";
import { counterQuery } from "./counter-queries.ts";
import { useCounterActions } from "./use-counter-actions.tsx";

/** What people can do on the page of a counter: count, and change it where they may. */
export function useCounterManagement(counterId: string) {
  const { id, role } = useOrganization();
  const manages = may(role, "manage_counters");
  const { data: counter } = useQuery({ ...counterQuery(id, counterId), enabled: manages });
  const [form, setForm] = useState<CounterForm>();
  const { setLocked, archive } = useCounterActions();
  const navigate = useNavigate();
  const isHere = counter !== undefined && counter !== null;
  useDialogHash(
    "set",
    useCallback(() => setForm("set"), []),
    isHere,
  );
  useDialogHash(
    "reset",
    useCallback(() => setForm("reset"), []),
    isHere,
  );
  const count = (
    <Button component="a" href={`/count/${counterId}`} target="_blank" className="no-print">
      Start counting
    </Button>
  );
  if (!manages || !counter) return { actions: count };
  async function archiveAndLeave(archived: CounterView): Promise<void> {
    const params = { organizationId: id };
    if (await archive(archived))
      await navigate({ to: "/organizations/$organizationId/counters", params });
  }
  return {
    actions: (
      <>
        <Button variant="default" className="no-print" onClick={() => setForm("set")}>
          Set the count
        </Button>
        {count}
      </>
    ),
    menu: (
      <>
        <Menu.Item onClick={() => setForm("edit")}>Edit</Menu.Item>
        <Menu.Item onClick={() => setForm("reset")}>Reset</Menu.Item>
        <Menu.Item onClick={() => void setLocked(counter, !counter.locked)}>
          {counter.locked ? "Unlock" : "Lock"}
        </Menu.Item>
        <Menu.Item c="var(--failing)" onClick={() => void archiveAndLeave(counter)}>
          Archive
        </Menu.Item>
      </>
    ),
    reset: counter.resetDaily && (
      <Text size="sm" c="dimmed" className="figures">
        Reset to {formatExact(counter.resetTo)} at the start of each day.
      </Text>
    ),
    dialog: form !== undefined && (
      <CounterFormDialog opened={{ form, counter }} onClose={() => setForm(undefined)} />
    ),
  };
}
