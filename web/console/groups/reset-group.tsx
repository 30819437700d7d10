import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type FormEvent, useState } from "react";
import { GroupReset, type GroupView } from "../../../api/private/groups.ts";
import { AdjustingNote } from "../alerts/adjusting-note.tsx";
import { useReload } from "../api/session.ts";
import { ReasonInput, reasonOf } from "../counters/reason-input.tsx";
import { useOpened } from "../dialogs/use-opened.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { plural } from "../shell/plural.ts";
import { type BegunReset, useGroupReset } from "./use-group-reset.ts";

/** Resets all counters of a group; a large one takes several requests. The dialog is that of an open reset. */
export function useResetOfGroup(group: GroupView) {
  const [opened, { open, close }] = useOpened();
  const reload = useReload();
  const reset = useGroupReset(group.id, (done) => {
    close();
    notifications.show({ message: sentenceOf(done), autoClose: 12_000 });
    void reload("groups", "counters");
  });
  const stop = () => {
    reset.stop();
    close();
  };
  return {
    open,
    label: reset.begun === undefined ? "Reset all counters" : "Continue the reset",
    dialog: opened && <ResetDialog group={group} reset={reset} onClose={stop} />,
  };
}

type Reset = ReturnType<typeof useGroupReset>;

interface ResetDialogProps {
  group: GroupView;
  reset: Reset;
  onClose: () => void;
}

function ResetDialog({ group, reset, onClose }: ResetDialogProps) {
  const { begun, isRunning, error, run, giveUp } = reset;
  const [reason, setReason] = useState(begun?.reason ?? "");
  const [problem, setProblem] = useState<string>();
  const counters = plural(group.memberCount, "counter");
  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = check(reasonOf(reason)).reason;
    if (typeof found === "string") setProblem(found);
    else void run(reasonOf(reason));
  }
  return (
    <FormDialog
      title={
        <>
          Reset all counters of <Foreign>{group.name}</Foreign>
        </>
      }
      submit={begun === undefined ? `Reset ${counters}` : "Continue the reset"}
      values={reason}
      saving={{ error, isPending: isRunning, giveUp }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">Each counter is set to 0, or to its own number for resets.</Text>
      <AdjustingNote
        concerns={({ scope, targetId }) => scope === "counter" || targetId === group.id}
      />
      <ReasonInput
        data-autofocus
        value={reason}
        error={problem}
        readOnly={begun !== undefined}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      {begun !== undefined && <BegunState begun={begun} reset={reset} of={group.memberCount} />}
    </FormDialog>
  );
}

const check = validateBy(GroupReset.pick({ reason: true }));

/** How far a reset of so many counters is. */
function BegunState({ begun, reset, of }: { begun: BegunReset; reset: Reset; of: number }) {
  const { isRunning, forget } = reset;
  const done = begun.adjusted + begun.unchanged + begun.outOfRange;
  return (
    <Stack gap="xs">
      <Progress value={(100 * done) / Math.max(done, of)} aria-label="Progress of the reset" />
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" role="status">
          {done.toLocaleString()} of {plural(of, "counter")}{" "}
          {isRunning ? "…" : "done so far. Continue with the rest: none is reset twice."}
        </Text>
        {!isRunning && (
          <Button variant="subtle" size="compact-sm" flex="none" onClick={forget}>
            Reset all again
          </Button>
        )}
      </Group>
      {!isRunning && (
        <Text size="sm" c="dimmed">
          <em>Reset all again</em> also discards what was counted since.
        </Text>
      )}
    </Stack>
  );
}

function sentenceOf({ adjusted, unchanged, outOfRange }: BegunReset): string {
  const already =
    unchanged > 0 ? ` ${plural(unchanged, "counter")} had the right number already.` : "";
  const left =
    outOfRange > 0
      ? ` ${plural(outOfRange, "counter")} stayed as before: the change would be too large to store exactly. Set such a counter to 0 first.`
      : "";
  return `${plural(adjusted, "counter")} reset.${already}${left}`;
}
