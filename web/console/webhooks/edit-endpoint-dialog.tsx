import { notifications } from "@mantine/notifications";
import type { EndpointView } from "../../../api/private/webhooks.ts";
import type { EndpointSettings } from "../../../core/webhooks/endpoint-settings.ts";
import { change, read } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { useEdit } from "../forms/use-edit.ts";
import { chosenSettings, EndpointFields, useEndpointForm } from "./endpoint-fields.tsx";
import { useFilterNames } from "./filter-choices.ts";

interface EditEndpointDialogProps {
  endpoint: EndpointView;
  onClose: () => void;
}

const route = "/api/webhooks/{organizationId}/endpoints/{endpointId}";

/** Changes the settings; a change that another person made meanwhile is not overwritten. */
export function EditEndpointDialog({ endpoint, onClose }: EditEndpointDialogProps) {
  const { id: organizationId } = useOrganization();
  const readAgain = useReload();
  const namesOf = useFilterNames();
  const shown = settingsIn(endpoint);
  const form = useEndpointForm(shown);
  const path = { organizationId, endpointId: endpoint.id };
  const edit = useEdit({
    shown,
    async save(body, signal) {
      await change(`PATCH ${route}`, path, body, signal);
      notifications.show({ message: "The endpoint is changed." });
    },
    reload: async () => settingsIn(await read(`GET ${route}`, path)),
    names: { filter: (filter) => (filter === null ? "all" : namesOf(filter).join(", ")) },
    onDone() {
      onClose();
      void readAgain("endpoints", "deliveries");
    },
  });
  return (
    <FormDialog
      form={form}
      title="Edit endpoint"
      size="lg"
      submit="Save endpoint"
      saving={edit}
      onSubmit={form.onSubmit((values) => edit.submit(chosenSettings(values)))}
      onClose={onClose}
    >
      <EndpointFields form={form} aboutUrl="Waiting retries are sent there, too." />
    </FormDialog>
  );
}

function settingsIn(endpoint: EndpointView): EndpointSettings {
  const { name, url, events, filter, standardWebhooks } = endpoint;
  return { name, url, events, filter, standardWebhooks };
}
