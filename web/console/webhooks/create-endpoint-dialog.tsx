import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type CreatedEndpoint, NewEndpoint } from "../../../api/private/webhooks.ts";
import { change } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { useCreation } from "../forms/use-creation.ts";
import { validateBy } from "../shell/form-errors.ts";
import { EventChoice } from "./event-choice.tsx";

interface CreateEndpointDialogProps {
  onClose: () => void;
  onCreated: (created: CreatedEndpoint) => void;
}

export function CreateEndpointDialog({ onClose, onCreated }: CreateEndpointDialogProps) {
  const form = useForm<NewEndpoint>({
    initialValues: { url: "", events: ["counter.increment", "counter.decrement"] },
    validate: validateBy(NewEndpoint),
  });
  const { id: organizationId } = useOrganization();
  const reload = useReload();
  const creation = useCreation(
    (endpoint: NewEndpoint) =>
      change("POST /api/webhooks/{organizationId}/endpoints", { organizationId }, endpoint),
    {
      onSuccess(made) {
        onCreated(made);
        onClose();
      },
      onSettled: () => reload("endpoints", "deliveries"),
    },
  );
  return (
    <FormDialog
      title="Create endpoint"
      size="lg"
      submit="Create endpoint"
      saving={creation}
      onSubmit={form.onSubmit((body) => creation.mutate(body))}
      onClose={onClose}
    >
      <TextInput
        label="URL"
        description="Where deliveries are sent: an https URL with a public address."
        placeholder="https://receiver.example.com/webhooks"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("url")}
      />
      <EventChoice {...form.getInputProps("events")} />
    </FormDialog>
  );
}
