import { Radio, Stack, TextInput } from "@mantine/core";
import type { useForm } from "@mantine/form";
import { settingValues } from "../../../api/private/conflict.ts";
import { AlertKind } from "../../../core/alerts/alert.ts";
import { More } from "../forms/more.tsx";
import { NumberField } from "../forms/number-field.tsx";
import { capitalized } from "../shell/capitalized.ts";
import type { RuleValues } from "./alert-form.ts";

interface RuleFieldsProps {
  form: Pick<ReturnType<typeof useForm<RuleValues>>, "values" | "errors" | "getInputProps">;
  scope: "counter" | "group";
  /** The counter's goal or the group's capacity; undefined while it is not known. */
  targetCapacity: number | null | undefined;
}

/** Name and rule of an alert; what it can do without stands behind "More". */
export function RuleFields({ form, scope, targetCapacity }: RuleFieldsProps) {
  const { kind, rearmBelow } = form.values;
  const setting = scope === "counter" ? "goal" : "capacity";
  const theirs =
    targetCapacity === null
      ? `The ${scope} has no ${setting}, so enter one.`
      : `Leave empty to follow the ${scope}’s ${setting}${targetCapacity === undefined ? "" : ` (now ${targetCapacity.toLocaleString()})`}.`;
  return (
    <>
      <TextInput label="Name" {...form.getInputProps("name")} />
      <Radio.Group label="It fires when the count reaches" {...form.getInputProps("kind")}>
        <Stack gap="xs" mt="xs">
          {AlertKind.options.map((each) => (
            <Radio
              key={each}
              value={each}
              label={settingValues.kind[each].replace("capacity", setting)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {kind === "percent" && (
        <NumberField
          label="Percent"
          description="1 to 100; the threshold is rounded up."
          {...form.getInputProps("percent")}
        />
      )}
      {kind === "absolute" && <NumberField label="Number" {...form.getInputProps("at")} />}
      {kind !== "absolute" && (
        <NumberField
          label={capitalized(setting)}
          description={theirs}
          {...form.getInputProps("capacity")}
        />
      )}
      <More
        holds="when it is armed again"
        isNeeded={rearmBelow !== "" || form.errors.rearmBelow !== undefined}
      >
        <NumberField
          label="Arm again below"
          description="Leave empty for the threshold. Set it lower if the count hovers around the threshold."
          {...form.getInputProps("rearmBelow")}
        />
      </More>
    </>
  );
}
