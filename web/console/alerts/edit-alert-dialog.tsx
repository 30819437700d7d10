import { Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { AlertChange, type AlertView } from "../../../api/private/alerts.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Dialog } from "../dialogs/dialog.tsx";
import { DialogFoot } from "../dialogs/dialog-foot.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { type RuleValues, ruleBody, ruleChange, valuesOf } from "./alert-form.ts";
import { RuleFields } from "./rule-fields.tsx";

const check = validateBy(AlertChange);

interface EditAlertDialogProps {
  alert: AlertView;
  onClose: () => void;
}

/** What an alert watches cannot be changed. */
export function EditAlertDialog({ alert, onClose }: EditAlertDialogProps) {
  const { id } = useOrganization();
  const queryClient = useQueryClient();
  const form = useForm<RuleValues>({
    initialValues: valuesOf(alert),
    validate: (values) => check(ruleBody(values)),
  });
  const update = useMutation({
    mutationFn: async (values: RuleValues) => {
      const changed = ruleChange(alert, values);
      if (Object.keys(changed).length === 0) return;
      const path = { organizationId: id, alertId: alert.id };
      await change("PATCH /api/alerts/{organizationId}/{alertId}", path, changed);
    },
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [id, "alerts"] }),
  });
  // That of the counter or group is known where the alert has none of its own.
  const targetCapacity = alert.capacity === null ? alert.capacityInForce : undefined;
  return (
    <Dialog onClose={onClose} title="Edit alert">
      <form onSubmit={form.onSubmit((values) => update.mutate(values))} noValidate>
        <Stack>
          <RuleFields form={form} scope={alert.scope} targetCapacity={targetCapacity} />
          <Text size="sm" c="dimmed">
            Saving sets the state from the current level, and fires nothing.
          </Text>
          <ErrorAlert error={update.error} />
          <DialogFoot submit="Save" isPending={update.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
