import { Progress, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useMemo, useState } from "react";
import type { CounterView } from "../../../api/private/counters.ts";
import type { GroupView } from "../../../api/private/groups.ts";
import { groupBy } from "../../../core/group-by.ts";
import { changePart } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { NameSelect } from "../counters/name-select.tsx";
import { useStop } from "../dialogs/use-stop.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { useSending } from "../forms/use-sending.ts";
import { toast } from "../shell/created.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { plural } from "../shell/plural.ts";
import { groupsQuery } from "./group-queries.ts";

/** Adds counters that are in no group, or in another one, which they leave. */
export function AddCounters({ group, onClose }: { group: GroupView; onClose: () => void }) {
  const { id: organizationId } = useOrganization();
  const reload = useReload();
  const { data: { counters } = { counters: [] } } = useQuery(allCountersQuery(organizationId));
  const { data: { groups } = { groups: [] } } = useQuery(groupsQuery(organizationId));
  const from = useMemo(() => choices(counters, groups, group.id), [counters, groups, group.id]);
  const [chosen, setChosen] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<number>();
  const [error, setError] = useState<unknown>(null);
  const { isStopped, stop } = useStop();
  const { send, giveUp } = useSending();
  const leaving = counters.filter(({ id, groupId }) => groupId !== null && chosen.includes(id));

  /** One after the other: those that are added leave the field, so that the button goes on with the rest. */
  async function add(): Promise<void> {
    isStopped.current = false;
    setError(null);
    let left = chosen;
    try {
      for (const [index, counterId] of chosen.entries()) {
        if (isStopped.current) break;
        setDone(index);
        const seen = { groupId: counters.find(({ id }) => id === counterId)?.groupId ?? null };
        const body = { settings: { groupId: group.id }, seen };
        const at = { organizationId, counterId };
        const key = "PATCH /api/setup/{organizationId}/counters/{counterId}";
        await send((signal) => changePart(isStopped, key, at, body, signal));
        left = left.filter((id) => id !== counterId);
        setChosen(left);
      }
      if (left.length === 0) {
        toast(`${plural(chosen.length, "counter")} added.`);
        onClose();
      }
    } catch (failure) {
      if (!isStopped.current) setError(failure);
    }
    setDone(undefined);
    void reload("groups", "counters");
  }

  return (
    <FormDialog
      title={
        <>
          Add counters to <Foreign>{group.name}</Foreign>
        </>
      }
      submit={chosen.length === 0 ? "Add counters" : `Add ${plural(chosen.length, "counter")}`}
      values={chosen}
      saving={{ error, isPending: done !== undefined, giveUp }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (chosen.length === 0) setProblem("Choose at least one counter.");
        else void add();
      }}
      onClose={() => {
        stop();
        onClose();
      }}
    >
      <NameSelect
        label="Counters"
        data-autofocus
        required
        hidePickedOptions
        nothingFoundMessage="No matches"
        from={from}
        value={chosen}
        error={problem}
        disabled={done !== undefined}
        onChange={(ids) => {
          setChosen(ids);
          setProblem(undefined);
        }}
      />
      {leaving.length > 0 && (
        <Text size="sm">{plural(leaving.length, "counter")} will leave another group.</Text>
      )}
      {done !== undefined && (
        <Progress value={(100 * done) / (done + chosen.length)} aria-label="Added" />
      )}
    </FormDialog>
  );
}

/** Counters without a group first, then those of each other group. */
function choices(counters: CounterView[], groups: GroupView[], groupId: string) {
  const open = counters.filter((one) => one.archivedAt === null && one.groupId !== groupId);
  const byGroup = groupBy(open, (one) => one.groupId);
  return [
    { label: "In no group", items: byGroup.get(null) ?? [] },
    ...groups.map(({ id, name }) => ({ label: name, items: byGroup.get(id) ?? [] })),
  ];
}
