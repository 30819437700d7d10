import { Loader, Modal, SegmentedControl, Select, Stack } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type AlertTargets,
  type AlertView,
  NewAlert,
} from "../../../core/private-api/alerts/alerts.ts";
import { change, read } from "../api/private-api.ts";
import { apiPath, useOrganization } from "../api/session.ts";
import { DialogFoot } from "../shell/dialog-foot.tsx";
import { Refusal } from "../shell/list-states.tsx";
import { emptyRule, type RuleValues, ruleBody } from "./alert-form.ts";
import { RuleFields } from "./rule-fields.tsx";

interface Values extends RuleValues {
  scope: "counter" | "group";
  targetId: string | null;
}

function bodyOf({ scope, targetId, ...rule }: Values) {
  return { ...ruleBody(rule), scope, targetId: targetId ?? "" };
}

const check = schemaResolver(NewAlert, { sync: true });

export function CreateAlertDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { id } = useOrganization();
  const queryClient = useQueryClient();
  const targets = useQuery({
    queryKey: [id, "alert-targets"],
    queryFn: () => read<AlertTargets>(apiPath(id, "/alert-targets")),
    enabled: opened,
  });
  const form = useForm<Values>({
    initialValues: { ...emptyRule, scope: "counter", targetId: null },
    validate: (values) => check(bodyOf(values)),
  });
  const creation = useMutation({
    mutationFn: (values: Values) =>
      change<AlertView>("POST", apiPath(id, "/alerts"), bodyOf(values)),
    onSuccess: () => close(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [id, "alerts"] }),
  });
  const close = () => {
    form.reset();
    creation.reset();
    onClose();
  };
  const { scope, targetId } = form.values;
  const possible = targets.data?.[scope === "counter" ? "counters" : "groups"] ?? [];
  const chosen = possible.find((target) => target.id === targetId);
  return (
    <Modal opened={opened} onClose={close} title="Create alert">
      <form onSubmit={form.onSubmit((values) => creation.mutate(values))} noValidate>
        <Stack>
          <SegmentedControl
            aria-label="What it watches"
            data={[
              { value: "counter", label: "A counter" },
              { value: "group", label: "A group" },
            ]}
            {...form.getInputProps("scope")}
            onChange={(value) =>
              form.setValues({ scope: value as Values["scope"], targetId: null })
            }
          />
          <Select
            label={scope === "counter" ? "Counter" : "Group"}
            placeholder={targets.data && possible.length === 0 ? `There is no ${scope}` : "Choose"}
            data={possible.map((target) => ({ value: target.id, label: target.name }))}
            // Of thousands, those that match what is typed.
            limit={50}
            searchable
            rightSection={targets.isLoading ? <Loader size="xs" /> : undefined}
            {...form.getInputProps("targetId")}
          />
          <RuleFields form={form} scope={scope} targetCapacity={chosen?.capacity} />
          <Refusal error={creation.error ?? targets.error} />
          <DialogFoot submit="Create" isPending={creation.isPending} onCancel={close} />
        </Stack>
      </form>
    </Modal>
  );
}
