import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type GroupView, NewGroup } from "../../../api/private/groups.ts";
import { change, read } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { NumberField } from "../forms/number-field.tsx";
import { type OfForm, useCreation } from "../forms/use-creation.ts";
import { useEdit } from "../forms/use-edit.ts";
import { showCreated, toast, wasCreated } from "../shell/created.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { pluralWith } from "../shell/plural.ts";

interface GroupDialogProps {
  /** The group to be changed; without it a new one is made. */
  group?: GroupView;
  onClose: () => void;
}

/** As inputs have them: an empty number is an empty text. */
interface GroupValues {
  name: string;
  capacity: number | string;
}

/** Makes a group or changes its name and capacity. */
export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const { id } = useOrganization();
  const readAgain = useReload();
  const initialValues = { name: group?.name ?? "", capacity: group?.capacity ?? "" };
  const form = useForm<GroupValues>({
    initialValues,
    validate: (values) => check(settingsOf(values)),
  });
  const creation = useCreation(
    (setup: OfForm<NewGroup>, signal) =>
      change("POST /api/setup/{organizationId}/groups", { organizationId: id }, setup, signal),
    {
      onSuccess(created) {
        showCreated(created.id, wasCreated(created.name));
        onClose();
      },
      onSettled: () => readAgain("groups"),
    },
  );
  const at = { organizationId: id, groupId: group?.id ?? "" };
  const edit = useEdit({
    shown: settingsOf(initialValues),
    async save(body, signal) {
      const key = "PATCH /api/setup/{organizationId}/groups/{groupId}";
      const { sleepingAlerts } = await change(key, at, body, signal);
      if (sleepingAlerts > 0) {
        const alerts = pluralWith(sleepingAlerts, "alert", "sleep");
        toast(`${alerts} until the group has a capacity again.`);
      }
    },
    reload: () => read("GET /api/setup/{organizationId}/groups/{groupId}", at),
    onDone() {
      onClose();
      void readAgain("groups");
    },
  });
  const submit = form.onSubmit((values) => {
    if (group === undefined) creation.mutate(settingsOf(values));
    else edit.submit(settingsOf(values));
  });
  return (
    <FormDialog
      form={form}
      title={group === undefined ? "Create group" : "Edit group"}
      submit={group === undefined ? "Create group" : "Save group"}
      saving={group === undefined ? creation : edit}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus required {...form.getInputProps("name")} />
      <NumberField
        label="Capacity"
        description="The total at which it is full. Leave empty for none."
        {...form.getInputProps("capacity")}
      />
    </FormDialog>
  );
}

const check = validateBy(NewGroup);

function settingsOf({ name, capacity }: GroupValues): NewGroup {
  return { name, capacity: capacity === "" ? null : Number(capacity) };
}
