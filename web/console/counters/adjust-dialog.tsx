import { Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import * as z from "zod";
import {
  type AdjustedCounter,
  CounterAdjustment,
  type CounterView,
} from "../../../api/private/counters.ts";
import { AdjustingNote } from "../alerts/adjusting-note.tsx";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact } from "../charts/format.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { NumberField } from "../forms/number-field.tsx";
import { useCreation } from "../forms/use-creation.ts";
import { Foreign } from "../shell/foreign.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { useOld } from "../shell/freshness.tsx";
import { newer, useLiveCounters } from "./counter-queries.ts";
import { ReasonInput, reasonOf } from "./reason-input.tsx";
import { useAdjustedNotice } from "./use-adjusted-notice.tsx";

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

/** Sets the count of a counter, or resets it. It shows what the count is meanwhile. */
export function AdjustDialog({ counter: opened, isReset, onClose }: AdjustDialogProps) {
  const { id: organizationId } = useOrganization();
  const notify = useAdjustedNotice();
  const { live } = useLiveCounters(organizationId, [opened.id]);
  const isOld = useOld() !== undefined;
  const counter = newer(live.get(opened.id), opened);
  const form = useForm<AdjustValues>({
    initialValues: { to: isReset ? counter.resetTo : "", reason: "" },
    validate: (values) => check(adjustmentOf(values)),
  });
  const saving = useCreation<Omit<CounterAdjustment, "formId">, AdjustedCounter>(
    (adjustment, signal) =>
      change(
        "POST /api/setup/{organizationId}/counters/{counterId}/adjust",
        { organizationId, counterId: counter.id },
        adjustment,
        signal,
      ),
    {
      onSuccess(adjusted) {
        notify(adjusted);
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
      form={form}
      title={
        <>
          {isReset ? "Reset" : "Set the count of"} <Foreign>{counter.name}</Foreign>
        </>
      }
      submit={isReset ? `Reset count to ${formatExact(counter.resetTo)}` : "Set count"}
      saving={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap={0}>
        <Text size="sm" c="dimmed">
          {isOld ? "The last known count" : "Count now"}
        </Text>
        <Text className="figures" fz={28} fw={700} lh={1.1} {...(isOld && { c: "dimmed" })}>
          {formatExact(counter.count)}
        </Text>
      </Stack>
      {!isReset && (
        <NumberField label="New count" data-autofocus required {...form.getInputProps("to")} />
      )}
      <ReasonInput data-autofocus={isReset || undefined} {...form.getInputProps("reason")} />
      <AdjustingNote
        concerns={({ scope, targetId }) =>
          targetId === (scope === "counter" ? counter.id : counter.groupId)
        }
      />
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
