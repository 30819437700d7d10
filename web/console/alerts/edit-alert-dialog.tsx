import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { AlertSettings, type AlertView } from "../../../api/private/alerts.ts";
import { change, read } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { useEdit } from "../forms/use-edit.ts";
import { validateBy } from "../shell/form-errors.ts";
import { type RuleValues, settingsOf, valuesOf } from "./alert-form.ts";
import { RuleFields } from "./rule-fields.tsx";

const check = validateBy(AlertSettings);

interface EditAlertDialogProps {
  alert: AlertView;
  onClose: () => void;
}

/** What an alert watches cannot be changed. */
export function EditAlertDialog({ alert, onClose }: EditAlertDialogProps) {
  const { id } = useOrganization();
  const readAgain = useReload();
  const form = useForm<RuleValues>({
    initialValues: valuesOf(alert),
    validate: (values) => check(settingsOf(values)),
  });
  const path = { organizationId: id, alertId: alert.id };
  const edit = useEdit({
    shown: settingsOf(form.getInitialValues()),
    together: ["kind", "percent", "at"],
    save: (body, signal) =>
      change("PATCH /api/alerts/{organizationId}/{alertId}", path, body, signal),
    async reload() {
      const now = await read("GET /api/alerts/{organizationId}/{alertId}", path);
      return settingsOf(valuesOf(now));
    },
    onDone() {
      onClose();
      void readAgain("alerts");
    },
  });
  // That of the counter or group is known where the alert has none of its own.
  const targetCapacity = alert.capacity === null ? alert.capacityInForce : undefined;
  return (
    <FormDialog
      form={form}
      title="Edit alert"
      submit="Save alert"
      saving={edit}
      onSubmit={form.onSubmit((values) => edit.submit(settingsOf(values)))}
      onClose={onClose}
    >
      <RuleFields form={form} scope={alert.scope} targetCapacity={targetCapacity} />
      <Text size="sm" c="dimmed">
        Saving sets the state from the current count, and fires nothing.
      </Text>
    </FormDialog>
  );
}
