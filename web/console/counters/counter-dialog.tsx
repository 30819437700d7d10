import { Group, Select, Switch, TextInput } from "@mantine/core";
import { settingLabels } from "../../../api/private/conflict.ts";
import type { CounterView } from "../../../api/private/counters.ts";
import { CounterMode } from "../../../core/counters/counter.ts";
import { modeLabels } from "../../../core/counters/settings/setting-labels.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { More } from "../forms/more.tsx";
import { NumberField } from "../forms/number-field.tsx";
import { capitalized } from "../shell/capitalized.ts";
import { useCounterForm } from "./use-counter-form.ts";

interface CounterDialogProps {
  /** The counter to be changed; without it a new one is made. */
  counter?: CounterView;
  onClose: () => void;
}

/** A new one needs a name, and mostly a group. */
function isInMore(field: string): boolean {
  return field !== "name" && field !== "groupId";
}

/** Makes a counter or changes its settings. */
export function CounterDialog({ counter, onClose }: CounterDialogProps) {
  const { form, submit, groups, saving } = useCounterForm({ counter, onClose });
  const groupId = form.values.groupId;
  // One that was made a moment ago.
  const unknown = groupId !== null && !groups.some((group) => group.id === groupId);
  return (
    <FormDialog
      form={form}
      title={counter === undefined ? "Create counter" : "Edit counter"}
      submit={counter === undefined ? "Create counter" : "Save counter"}
      saving={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={settingLabels.name}
        data-autofocus
        required
        {...form.getInputProps("name")}
      />
      <Select
        label={settingLabels.groupId}
        className="none-is-value"
        placeholder="No group"
        clearable
        searchable={groups.length > 10}
        data={[
          ...groups.map((group) => ({ value: group.id, label: group.name })),
          ...(unknown ? [{ value: groupId, label: groupId }] : []),
        ]}
        {...form.getInputProps("groupId")}
      />
      <More
        holds="taps, goal, daily reset"
        isNeeded={counter !== undefined || Object.keys(form.errors).some(isInMore)}
      >
        <Select
          label={settingLabels.mode}
          data={CounterMode.options.map((mode) => ({
            value: mode,
            label: capitalized(modeLabels[mode]),
          }))}
          allowDeselect={false}
          {...form.getInputProps("mode")}
        />
        <Group grow align="flex-start">
          <NumberField
            label={settingLabels.incrementStep}
            disabled={form.values.mode === "decrement-only"}
            {...form.getInputProps("incrementStep")}
          />
          <NumberField
            label={settingLabels.decrementStep}
            disabled={form.values.mode === "increment-only"}
            {...form.getInputProps("decrementStep")}
          />
        </Group>
        <NumberField
          label={settingLabels.goalTarget}
          allowsDecimals
          description="Leave empty for none."
          {...form.getInputProps("goalTarget")}
        />
        <Switch
          label={settingLabels.resetDaily}
          {...form.getInputProps("resetDaily", { type: "checkbox" })}
        />
        <NumberField
          label={settingLabels.resetTo}
          description="For the daily reset and for resets by hand."
          {...form.getInputProps("resetTo")}
        />
        <Switch
          label={settingLabels.countsPeople}
          description="Switch it off for cars, wristbands and the like: reports add up people only."
          {...form.getInputProps("countsPeople", { type: "checkbox" })}
        />
        {counter !== undefined && (
          <Switch
            label="Locked: nobody can count"
            {...form.getInputProps("locked", { type: "checkbox" })}
          />
        )}
      </More>
    </FormDialog>
  );
}
