import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { NewAlert } from "../../../api/private/alerts.ts";
import { change } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { Choice, Labeled } from "../forms/choice.tsx";
import { FormDialog } from "../forms/form-dialog.tsx";
import { type OfForm, useCreation } from "../forms/use-creation.ts";
import { showCreated, wasCreated } from "../shell/created.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { emptyRule, type RuleValues, ruleBody } from "./alert-form.ts";
import { Receivers } from "./receivers.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { type TargetChoice, TargetSelect } from "./target-select.tsx";

interface Values extends RuleValues {
  scope: "counter" | "group";
  targetId: string | null;
}

function bodyOf({ scope, targetId, ...rule }: Values) {
  return { ...ruleBody(rule), scope, targetId: targetId ?? "" };
}

const check = validateBy(NewAlert);

interface CreateAlertDialogProps {
  onClose: () => void;
  /** What it watches, where that is not to be chosen. */
  watched?: { scope: Values["scope"]; target: TargetChoice };
}

export function CreateAlertDialog({ onClose, watched }: CreateAlertDialogProps) {
  const { id } = useOrganization();
  const reload = useReload();
  const [chosen, setChosen] = useState<TargetChoice | null>(null);
  const form = useForm<Values>({
    initialValues: {
      ...emptyRule,
      ...{ scope: watched?.scope ?? "counter", targetId: watched?.target.id ?? null },
    },
    validate: (values) => check(bodyOf(values)),
  });
  const creation = useCreation(
    (alert: OfForm<NewAlert>, signal) =>
      change("POST /api/alerts/{organizationId}", { organizationId: id }, alert, signal),
    {
      onSuccess(created) {
        showCreated(created.id, wasCreated(created.name));
        onClose();
      },
      onSettled: () => reload("alerts"),
    },
  );
  const { scope } = form.values;
  return (
    <FormDialog
      form={form}
      title="Create alert"
      submit="Create alert"
      saving={creation}
      onSubmit={form.onSubmit((values) => creation.mutate(bodyOf(values)))}
      onClose={onClose}
    >
      {watched !== undefined && (
        <Text size="sm">
          It watches the {scope} <Foreign>{watched.target.name}</Foreign>.
        </Text>
      )}
      {watched === undefined && (
        <Labeled label="What it watches">
          <Choice
            label="What it watches"
            minWidth={0}
            data={[
              { value: "counter", label: "A counter" },
              { value: "group", label: "A group" },
            ]}
            value={scope}
            onChange={(value) => {
              form.setValues({ scope: value, targetId: null });
              setChosen(null);
            }}
          />
        </Labeled>
      )}
      {watched === undefined && (
        <TargetSelect
          key={scope}
          scope={scope}
          chosen={chosen}
          error={form.errors.targetId}
          onChoose={(target) => {
            form.setFieldValue("targetId", target?.id ?? null);
            setChosen(target);
          }}
        />
      )}
      <RuleFields
        form={form}
        scope={scope}
        targetCapacity={(watched?.target ?? chosen)?.capacity}
      />
      <Receivers scope={scope} targetId={form.values.targetId} />
    </FormDialog>
  );
}
