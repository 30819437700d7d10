import type { CreatedEndpoint, NewEndpoint } from "../../../api/private/webhooks.ts";
import type { EndpointSettings } from "../../../core/webhooks/endpoint-settings.ts";
import { change } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { type OfForm, useCreation } from "../forms/use-creation.ts";
import { chosenSettings, EndpointFields, useEndpointForm } from "./endpoint-fields.tsx";

interface CreateEndpointDialogProps {
  onClose: () => void;
  onCreated: (created: CreatedEndpoint) => void;
}

const unchosen: EndpointSettings = {
  ...{ name: null, url: "", filter: null, standardWebhooks: false },
  events: ["counter.increment", "counter.decrement"],
};

export function CreateEndpointDialog({ onClose, onCreated }: CreateEndpointDialogProps) {
  const form = useEndpointForm(unchosen);
  const { id: organizationId } = useOrganization();
  const reload = useReload();
  const creation = useCreation(
    (endpoint: OfForm<NewEndpoint>, signal) =>
      change("POST /api/webhooks/{organizationId}/endpoints", { organizationId }, endpoint, signal),
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
      form={form}
      title="Create endpoint"
      size="lg"
      submit="Create endpoint"
      saving={creation}
      onSubmit={form.onSubmit((values) => creation.mutate(chosenSettings(values)))}
      onClose={onClose}
    >
      <EndpointFields
        form={form}
        aboutUrl="Where deliveries are sent: an https URL with a public address."
      />
    </FormDialog>
  );
}
