import { NumberInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { conflictCode } from "../../../core/private-api/conflict.ts";
import {
  type ChangedGroup,
  type GroupEdit,
  GroupSetup,
  type GroupView,
} from "../../../core/private-api/counters/groups.ts";
import { newFormId } from "../api/clock.ts";
import { changePath, readPath, ServiceError } from "../api/private-api.ts";
import { apiPath, useOrganization } from "../api/session.ts";
import { type ConflictingSetting, SettingsConflict } from "../counters/settings-conflict.tsx";
import { Dialog } from "../dialogs/dialog.tsx";
import { DialogFoot } from "../dialogs/dialog-foot.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { pluralWith } from "../shell/plural.ts";
import { reloadGroups } from "./group-queries.ts";

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
  const queryClient = useQueryClient();
  const [formId] = useState(newFormId);
  const [seen, setSeen] = useState(group);
  const [conflict, setConflict] = useState<ConflictingSetting[]>();
  const form = useForm<GroupValues>({
    initialValues: { name: group?.name ?? "", capacity: group?.capacity ?? "" },
    validate: (values) => check(setupOf(values)),
  });

  async function save(): Promise<GroupView | ChangedGroup> {
    const setup = setupOf(form.values);
    if (seen === undefined) {
      return await changePath("POST", apiPath(id, "/groups"), { ...setup, formId });
    }
    const edit = editOf(seen, setup);
    return edit === undefined
      ? seen
      : await changePath("PATCH", apiPath(id, `/groups/${seen.id}`), edit);
  }

  const mutation = useMutation({
    mutationFn: save,
    async onSuccess(saved) {
      if ("sleepingAlerts" in saved && saved.sleepingAlerts > 0) {
        const alerts = pluralWith(saved.sleepingAlerts, "alert", "sleep");
        notifications.show({ message: `${alerts} until the group has a capacity again.` });
      }
      onClose();
      await reloadGroups(queryClient, id);
    },
    async onError(error) {
      if (!(error instanceof ServiceError)) return;
      // An earlier attempt may have created it: the list shows it then.
      if (!seen) return void reloadGroups(queryClient, id);
      if (error.code !== conflictCode) return;
      const path = apiPath(id, `/groups/${seen.id}`);
      const now = await readPath<GroupView>(path).catch(() => undefined);
      if (now === undefined) return;
      setConflict([
        ...(now.name === seen.name ? [] : [{ label: "Name", now: now.name }]),
        ...(now.capacity === seen.capacity
          ? []
          : [{ label: "Capacity", now: now.capacity?.toLocaleString() ?? "none" }]),
      ]);
      setSeen(now);
    },
  });
  const start = () => {
    setConflict(undefined);
    mutation.mutate();
  };
  return (
    <Dialog onClose={onClose} title={group === undefined ? "Create group" : "Edit group"}>
      <form onSubmit={form.onSubmit(start)} noValidate>
        <Stack>
          <TextInput label="Name" data-autofocus required {...form.getInputProps("name")} />
          <NumberInput
            label="Capacity"
            description="The total at which it is full. Leave empty for none."
            min={0}
            allowDecimal={false}
            thousandSeparator=" "
            {...form.getInputProps("capacity")}
          />
          {conflict === undefined ? (
            <ErrorAlert error={mutation.error} />
          ) : (
            <SettingsConflict changes={conflict} />
          )}
          <DialogFoot
            submit={
              conflict === undefined
                ? group === undefined
                  ? "Create"
                  : "Save"
                : "Save mine anyway"
            }
            isPending={mutation.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

const check = validateBy(GroupSetup);

function setupOf({ name, capacity }: GroupValues): GroupSetup {
  return { name, capacity: capacity === "" ? null : Number(capacity) };
}

/** Only what differs from what was seen; undefined when nothing does. */
function editOf(seen: GroupView, setup: GroupSetup): GroupEdit | undefined {
  const renamed = setup.name !== seen.name;
  const resized = setup.capacity !== seen.capacity;
  if (!renamed && !resized) return undefined;
  return {
    settings: {
      ...(renamed && { name: setup.name }),
      ...(resized && { capacity: setup.capacity }),
    },
    seen: { ...(renamed && { name: seen.name }), ...(resized && { capacity: seen.capacity }) },
  };
}
