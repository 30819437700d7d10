import { NumberInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod";
import {
  type AdjustedCounter,
  CounterAdjustment,
  type CounterView,
} from "../../../api/private/counters.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact } from "../charts/format.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { useCreation } from "../forms/use-creation.ts";
import { validateBy } from "../shell/form-errors.ts";
import { newer, putCounter, useLiveCounters } from "./counter-queries.ts";
import { ReasonInput, reasonOf } from "./reason-input.tsx";

/** Of every adjustment. */
export const firesNoAlert = "This fires no alert. The next tap can.";

interface AdjustDialogProps {
  counter: CounterView;
  /** Resets it, and asks for no number. */
  isReset: boolean;
  onClose: () => void;
}

/** As inputs have them: an empty number is an empty text. */
interface AdjustValues {
  to: number | string;
  reason: string;
}

/** Sets a counter to a number, or to the one of its resets. It shows what the number is meanwhile. */
export function AdjustDialog({ counter: opened, isReset, onClose }: AdjustDialogProps) {
  const { id: organizationId } = useOrganization();
  const queryClient = useQueryClient();
  const { live } = useLiveCounters(organizationId, [opened.id]);
  const counter = newer(live.get(opened.id), opened);
  const form = useForm<AdjustValues>({
    initialValues: { to: isReset ? counter.resetTo : "", reason: "" },
    validate: (values) => check(adjustmentOf(values)),
  });
  const saving = useCreation<Omit<CounterAdjustment, "formId">, AdjustedCounter>(
    (adjustment) =>
      change(
        "POST /api/setup/{organizationId}/counters/{counterId}/adjust",
        { organizationId, counterId: counter.id },
        adjustment,
      ),
    {
      onSuccess(adjusted) {
        putCounter(queryClient, organizationId, adjusted);
        void queryClient.invalidateQueries({ queryKey: ["chart", organizationId] });
        notifications.show({ message: <Done adjusted={adjusted} /> });
        onClose();
      },
    },
  );
  const submit = form.onSubmit((values) => {
    const adjustment = adjustmentOf(values);
    saving.mutate(isReset ? { ...adjustment, to: null } : adjustment);
  });
  return (
    <FormDialog
      title={
        <>
          {isReset ? "Reset" : "Set the number of"} <bdi>{counter.name}</bdi>
        </>
      }
      submit={isReset ? `Reset to ${formatExact(counter.resetTo)}` : "Set number"}
      saving={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap={0}>
        <Text size="sm" c="dimmed">
          Number now
        </Text>
        <Text className="figures" fz={28} fw={700} lh={1.1}>
          {formatExact(counter.count)}
        </Text>
      </Stack>
      {!isReset && (
        <NumberInput
          label="New number"
          data-autofocus
          required
          allowDecimal={false}
          thousandSeparator=" "
          {...form.getInputProps("to")}
        />
      )}
      <ReasonInput data-autofocus={isReset || undefined} {...form.getInputProps("reason")} />
      <Text size="sm">{firesNoAlert}</Text>
    </FormDialog>
  );
}

const check = validateBy(
  z
    .object({ ...CounterAdjustment.shape, to: z.int("must be a whole number") })
    .omit({ formId: true }),
);

function adjustmentOf({ to, reason }: AdjustValues) {
  return { to: to === "" ? Number.NaN : Number(to), ...reasonOf(reason) };
}

/** Also after a request whose response was lost: what the form has done, not what the number is by now. */
function Done({ adjusted }: { adjusted: AdjustedCounter }) {
  const { name, previousCount, setTo } = adjusted;
  return (
    <Text size="sm">
      <bdi>{name}</bdi>{" "}
      {setTo === previousCount
        ? `was at ${formatExact(setTo)} already. Nothing was changed.`
        : `is set to ${formatExact(setTo)}. It was at ${formatExact(previousCount)}.`}
    </Text>
  );
}
