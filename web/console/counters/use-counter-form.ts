import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { conflictCode, settingLabels } from "../../../core/private-api/conflict.ts";
import {
  type ChangedCounter,
  type CounterEdit,
  type CounterRow,
  type CounterRows,
  CounterSetup,
} from "../../../core/private-api/counters/counters.ts";
import { newFormId } from "../api/clock.ts";
import { changePath, readPath, ServiceError } from "../api/private-api.ts";
import { apiPath, useOrganization } from "../api/session.ts";
import { validateBy } from "../shell/form-errors.ts";
import { pluralWith } from "../shell/plural.ts";
import { putCounter } from "./counter-queries.ts";
import type { ConflictingSetting } from "./settings-conflict.tsx";

/** As inputs have them: an empty number is an empty text. */
interface CounterValues {
  name: string;
  mode: CounterRow["mode"];
  incrementStep: number | string;
  decrementStep: number | string;
  goalTarget: number | string;
  groupId: string | null;
  locked: boolean;
}

interface CounterFormOptions {
  counter: CounterRow | undefined;
  onClose: () => void;
}

/** The form of a new or an existing counter; it validates with the schema of the private API. */
export function useCounterForm({ counter, onClose }: CounterFormOptions) {
  const { id } = useOrganization();
  const queryClient = useQueryClient();
  const [formId] = useState(newFormId);
  const [seen, setSeen] = useState(counter);
  const [conflict, setConflict] = useState<ConflictingSetting[]>();
  const form = useForm<CounterValues>({
    initialValues: valuesOf(counter),
    validate: (values) => checkSetup(setupOf(values)),
  });

  async function save(base: CounterRow | undefined): Promise<ChangedCounter | CounterRow> {
    const { locked, ...setup } = { ...setupOf(form.values), locked: form.values.locked };
    if (base === undefined) {
      return await changePath("POST", apiPath(id, "/counters"), { ...setup, formId });
    }
    const edit = editOf(base, { ...setup, locked });
    if (edit === undefined) return base;
    return await changePath("PATCH", apiPath(id, `/counters/${base.id}`), edit);
  }

  const mutation = useMutation({
    mutationFn: save,
    onSuccess(saved) {
      putCounter(queryClient, id, saved);
      if ("sleepingAlerts" in saved && saved.sleepingAlerts > 0) {
        const alerts = pluralWith(saved.sleepingAlerts, "alert", "sleep");
        notifications.show({ message: `${alerts} until the counter has a goal again.` });
      }
      onClose();
    },
    async onError(error) {
      if (!(error instanceof ServiceError)) return;
      // An earlier attempt may have created it: the list shows it then.
      if (!seen) return void queryClient.invalidateQueries({ queryKey: [id, "counters"] });
      if (error.code !== conflictCode) return;
      const path = apiPath(id, `/counters/live?ids=${seen.id}`);
      const now = await readPath<CounterRows>(path).catch(() => undefined);
      const [newest] = now?.counters ?? [];
      if (newest === undefined) return;
      setConflict(differences(seen, newest));
      setSeen(newest);
    },
  });
  const start = (base: CounterRow | undefined) => {
    setConflict(undefined);
    mutation.mutate(base);
  };
  return {
    form,
    mutation,
    conflict,
    submit: form.onSubmit(() => start(seen)),
    /** Saves what was typed over what somebody else has set. */
    overwrite: () => start(seen),
  };
}

const checkSetup = validateBy(CounterSetup);

function valuesOf(counter: CounterRow | undefined): CounterValues {
  return {
    name: counter?.name ?? "",
    mode: counter?.mode ?? "both",
    incrementStep: counter?.incrementStep ?? 1,
    decrementStep: counter?.decrementStep ?? 1,
    goalTarget: counter?.goalTarget ?? "",
    groupId: counter?.groupId ?? null,
    locked: counter?.locked ?? false,
  };
}

function setupOf({ name, mode, incrementStep, decrementStep, goalTarget, groupId }: CounterValues) {
  return {
    name,
    mode,
    incrementStep: numberOf(incrementStep),
    decrementStep: numberOf(decrementStep),
    goalTarget: goalTarget === "" ? null : numberOf(goalTarget),
    groupId,
  };
}

function numberOf(value: number | string): number {
  return value === "" ? Number.NaN : Number(value);
}

/** Only what differs from what was seen; undefined when nothing does. */
function editOf(
  counter: CounterRow,
  settings: Omit<CounterValues, "incrementStep" | "decrementStep" | "goalTarget"> &
    ReturnType<typeof setupOf>,
): CounterEdit | undefined {
  const before: Record<string, unknown> = { ...counter };
  const changed = Object.entries(settings).filter(([field, value]) => before[field] !== value);
  if (changed.length === 0) return undefined;
  return {
    settings: Object.fromEntries(changed),
    seen: Object.fromEntries(changed.map(([field]) => [field, before[field]])),
  };
}

function differences(before: CounterRow, now: CounterRow): ConflictingSetting[] {
  const { capacity: _, timeZone: _zone, ...labels } = settingLabels;
  return Object.entries(labels).flatMap(([field, label]) => {
    const key = field as keyof typeof labels;
    return before[key] === now[key] ? [] : [{ label, now: shown(now[key]) }];
  });
}

function shown(value: string | number | boolean | null): string {
  if (typeof value === "number") return value.toLocaleString();
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value ?? "none";
}
