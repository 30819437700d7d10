import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { type EndpointView, NewEndpoint } from "../../../api/private/webhooks.ts";
import { change, read } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { useEdit } from "../forms/use-edit.ts";
import { validateBy } from "../shell/form-errors.ts";
import { EventChoice } from "./event-choice.tsx";

interface EditEndpointDialogProps {
  endpoint: EndpointView;
  onClose: () => void;
}

const route = "/api/webhooks/{organizationId}/endpoints/{endpointId}";

/** Changes the URL and the events; a change that another person made meanwhile is not overwritten. */
export function EditEndpointDialog({ endpoint, onClose }: EditEndpointDialogProps) {
  const { id: organizationId } = useOrganization();
  const readAgain = useReload();
  const initialValues = { url: endpoint.url, events: endpoint.events };
  const form = useForm<NewEndpoint>({ initialValues, validate: validateBy(NewEndpoint) });
  const path = { organizationId, endpointId: endpoint.id };
  const edit = useEdit({
    shown: initialValues,
    async save(body) {
      await change(`PATCH ${route}`, path, body);
      notifications.show({ message: "The endpoint is changed." });
    },
    async reload() {
      const { url, events } = await read(`GET ${route}`, path);
      return { url, events };
    },
    onDone() {
      onClose();
      void readAgain("endpoints", "deliveries");
    },
  });
  return (
    <FormDialog
      title="Edit endpoint"
      size="lg"
      submit="Save"
      saving={edit}
      onSubmit={form.onSubmit((values) => edit.submit(values))}
      onClose={onClose}
    >
      <TextInput
        label="URL"
        description="Waiting retries are sent there, too."
        inputMode="url"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("url")}
      />
      <EventChoice {...form.getInputProps("events")} />
    </FormDialog>
  );
}
