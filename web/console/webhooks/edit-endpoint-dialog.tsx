import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import {
  type EndpointUpdate,
  type EndpointView,
  NewEndpoint,
} from "../../../api/private/webhooks.ts";
import { conflictCode } from "../../../core/private-api/conflict.ts";
import { change, ServiceError } from "../api/private-api.ts";
import { Dialog } from "../dialogs/dialog.tsx";
import { DialogFoot } from "../dialogs/dialog-foot.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { EventChoice } from "./event-choice.tsx";
import { useEndpointChange } from "./webhook-queries.ts";

interface EditEndpointDialogProps {
  endpoint: EndpointView;
  onClose: () => void;
}

/** Changes the URL and the events; a change that somebody else made meanwhile is not overwritten. */
export function EditEndpointDialog({ endpoint, onClose }: EditEndpointDialogProps) {
  const form = useForm<NewEndpoint>({
    initialValues: { url: endpoint.url, events: endpoint.events },
    validate: validateBy(NewEndpoint),
  });
  const update = useEndpointChange(
    (organizationId, body: EndpointUpdate) =>
      change(
        "PATCH /api/webhooks/{organizationId}/endpoints/{endpointId}",
        { organizationId, endpointId: endpoint.id },
        body,
      ),
    () => {
      notifications.show({ message: "The endpoint is changed." });
      onClose();
    },
  );
  const isConflict = update.error instanceof ServiceError && update.error.code === conflictCode;
  return (
    <Dialog onClose={onClose} title="Edit endpoint" size="lg">
      <form
        onSubmit={form.onSubmit((body) => update.mutate({ ...body, revision: endpoint.revision }))}
        noValidate
      >
        <Stack>
          <TextInput
            label="URL"
            description="Retries that wait go there, too."
            inputMode="url"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("url")}
          />
          <EventChoice {...form.getInputProps("events")} />
          <ErrorAlert error={update.error} />
          {isConflict && (
            <Group>
              <Button
                variant="default"
                onClick={() => {
                  form.setValues({ url: endpoint.url, events: endpoint.events });
                  update.reset();
                }}
              >
                Show the endpoint as it is now
              </Button>
            </Group>
          )}
          <DialogFoot submit="Save" isPending={update.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
