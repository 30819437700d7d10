import "@mantine/dates/styles.css";
import { MultiSelect, TextInput } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { type CreatedGate, NewGate } from "../../../api/private/gates.ts";
import { maximumGateCounters, maximumOnScreen } from "../../../core/gates/gate-limits.ts";
import { shownAtMs } from "../../../core/time-zone.ts";
import { change } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { useCalendarName } from "../dates/date-pickers.ts";
import { zoneLabel } from "../dates/format.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { More } from "../forms/more.tsx";
import { type OfForm, useCreation } from "../forms/use-creation.ts";
import { validateBy } from "../shell/form-errors.ts";

interface GateDialogProps {
  /** The counter that it counts at first, if it is known. */
  counterId: string | undefined;
  onClose: () => void;
  onCreated: (gate: CreatedGate) => void;
}

/** As inputs have them: the end is a date and time in the organization's zone. */
interface GateValues {
  name: string;
  counterIds: string[];
  endsAt: string | null;
}

/** Options that are shown at once; searching finds the others. */
const shownOptions = 50;

/** Makes a gate link. */
export function GateDialog({ counterId, onClose, onCreated }: GateDialogProps) {
  const { id, timeZone } = useOrganization();
  const calendar = useCalendarName();
  const reload = useReload();
  const { data } = useQuery(allCountersQuery(id));
  const counters = (data?.counters ?? []).filter(({ archivedAt }) => archivedAt === null);
  const form = useForm<GateValues>({
    initialValues: {
      name: "",
      counterIds: counterId === undefined ? [] : [counterId],
      endsAt: null,
    },
    validate: (values) => check(gateOf(values, timeZone)),
  });
  const creation = useCreation(
    (body: OfForm<NewGate>, signal) =>
      change("POST /api/organization/{organizationId}/gates", { organizationId: id }, body, signal),
    {
      onSuccess(gate) {
        onCreated(gate);
        onClose();
      },
      onSettled: () => reload("gates"),
    },
  );
  return (
    <FormDialog
      form={form}
      title="Create gate link"
      submit="Create gate link"
      saving={creation}
      onSubmit={form.onSubmit((values) => creation.mutate(gateOf(values, timeZone)))}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Where it is put up, such as “North entrance”."
        data-autofocus
        required
        {...form.getInputProps("name")}
      />
      <MultiSelect
        label="Counters"
        description={`Up to ${maximumOnScreen} are counted on one screen, in the order in which you choose them.`}
        data={counters.map((counter) => ({ value: counter.id, label: counter.name }))}
        searchable
        limit={shownOptions}
        maxValues={maximumGateCounters}
        {...form.getInputProps("counterIds")}
      />
      <More holds="when it ends" isNeeded={form.errors.endsAt !== undefined}>
        <DateTimePicker
          {...calendar}
          label="Ends"
          placeholder="Never"
          description={`In the time zone ${zoneLabel(timeZone)}.`}
          clearable
          {...form.getInputProps("endsAt")}
        />
      </More>
    </FormDialog>
  );
}

const check = validateBy(NewGate);

function gateOf({ name, counterIds, endsAt }: GateValues, timeZone: string): NewGate {
  return {
    ...{ name, counterIds },
    endsAt: endsAt !== null ? new Date(shownAtMs(endsAt, timeZone)).toISOString() : null,
  };
}
