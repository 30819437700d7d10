import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { type CreatedEndpoint, NewEndpoint } from "../../../api/private/webhooks.ts";
import { newFormId } from "../api/clock.ts";
import { change } from "../api/private-api.ts";
import { Dialog } from "../dialogs/dialog.tsx";
import { DialogFoot } from "../dialogs/dialog-foot.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { EventChoice } from "./event-choice.tsx";
import { useEndpointChange } from "./webhook-queries.ts";

interface CreateEndpointDialogProps {
  onClose: () => void;
  onCreated: (created: CreatedEndpoint) => void;
}

export function CreateEndpointDialog({ onClose, onCreated }: CreateEndpointDialogProps) {
  const form = useForm<NewEndpoint>({
    initialValues: { url: "", events: ["counter.increment", "counter.decrement"] },
    validate: validateBy(NewEndpoint),
  });
  const [formId] = useState(newFormId);
  const creation = useEndpointChange(
    (organizationId, endpoint: NewEndpoint) =>
      change(
        "POST /api/webhooks/{organizationId}/endpoints",
        { organizationId },
        { ...endpoint, formId },
      ),
    (made) => {
      onCreated(made);
      onClose();
    },
  );
  return (
    <Dialog onClose={onClose} title="Create endpoint" size="lg">
      <form onSubmit={form.onSubmit((body) => creation.mutate(body))} noValidate>
        <Stack>
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
          <ErrorAlert error={creation.error} />
          <DialogFoot submit="Create endpoint" isPending={creation.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
