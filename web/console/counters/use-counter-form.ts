import { useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type CounterView, NewCounter } from "../../../api/private/counters.ts";
import { change } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { type OfForm, useCreation } from "../forms/use-creation.ts";
import { useEdit } from "../forms/use-edit.ts";
import { groupsQuery } from "../groups/group-queries.ts";
import { showCreated, toast, wasCreated } from "../shell/created.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { pluralWith } from "../shell/plural.ts";
import { putCounter, readCounter } from "./counter-queries.ts";

/** As inputs have them: an empty number is an empty text. */
interface CounterValues {
  name: string;
  mode: CounterView["mode"];
  incrementStep: number | string;
  decrementStep: number | string;
  goalTarget: number | string;
  groupId: string | null;
  locked: boolean;
  resetDaily: boolean;
  resetTo: number | string;
  countsPeople: boolean;
}

interface CounterFormOptions {
  counter: CounterView | undefined;
  onClose: () => void;
}

/** The form of a new or an existing counter; it validates with the schema of the private API. */
export function useCounterForm({ counter, onClose }: CounterFormOptions) {
  const { id } = useOrganization();
  const queryClient = useQueryClient();
  const readAgain = useReload();
  const { data } = useQuery(groupsQuery(id));
  const groups = data?.groups ?? [];
  const initialValues = valuesOf(counter);
  const counterId = counter?.id ?? "";
  const form = useForm<CounterValues>({
    initialValues,
    validate: (values) => checkSetup(settingsOf(values)),
  });
  const creation = useCreation(
    (setup: OfForm<NewCounter>, signal) =>
      change("POST /api/setup/{organizationId}/counters", { organizationId: id }, setup, signal),
    {
      onSuccess(created) {
        putCounter(queryClient, id, created);
        showCreated(created.id, wasCreated(created.name));
        onClose();
      },
      // An earlier attempt may have created it: the list shows it then.
      onError: () => readAgain("counters"),
    },
  );
  const edit = useEdit({
    shown: settingsOf(initialValues),
    async save(body, signal) {
      const key = "PATCH /api/setup/{organizationId}/counters/{counterId}";
      const saved = await change(key, { organizationId: id, counterId }, body, signal);
      putCounter(queryClient, id, saved);
      if (saved.sleepingAlerts === 0) return;
      const alerts = pluralWith(saved.sleepingAlerts, "alert", "sleep");
      toast(`${alerts} until the counter has a goal again.`);
    },
    async reload() {
      // The group that it is in by now may be a new one.
      const [now] = await Promise.all([readCounter(id, counterId), readAgain("groups")]);
      return now;
    },
    names: { groupId: new Map(groups.map((group) => [group.id, group.name])) },
    onDone: onClose,
  });
  const submit = form.onSubmit((values) => {
    const settings = settingsOf(values);
    if (counter !== undefined) return edit.submit(settings);
    const { locked: _, ...setup } = settings;
    creation.mutate(setup);
  });
  return { form, submit, groups, saving: counter === undefined ? creation : edit };
}

const checkSetup = validateBy(NewCounter);

function valuesOf(counter: CounterView | undefined): CounterValues {
  return {
    name: counter?.name ?? "",
    mode: counter?.mode ?? "both",
    incrementStep: counter?.incrementStep ?? 1,
    decrementStep: counter?.decrementStep ?? 1,
    goalTarget: counter?.goalTarget ?? "",
    groupId: counter?.groupId ?? null,
    locked: counter?.locked ?? false,
    resetDaily: counter?.resetDaily ?? false,
    resetTo: counter?.resetTo ?? 0,
    countsPeople: counter?.countsPeople ?? true,
  };
}

function settingsOf(values: CounterValues) {
  const { incrementStep, decrementStep, goalTarget, resetTo } = values;
  return {
    ...values,
    incrementStep: numberOf(incrementStep),
    decrementStep: numberOf(decrementStep),
    goalTarget: goalTarget === "" ? null : numberOf(goalTarget),
    resetTo: numberOf(resetTo),
  };
}

function numberOf(value: number | string): number {
  return value === "" ? Number.NaN : Number(value);
}
