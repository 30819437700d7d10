import { Alert, Button, Group, List, Loader, Progress, Stack, Text } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { recoverableDays } from "../../../core/limits.ts";
import { dayMs } from "../../../core/time-zone.ts";
import { ZoneNote } from "../dates/time-zone.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import "@mantine/dates/styles.css";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { nowMs } from "../api/clock.ts";
import { useOrganization } from "../api/session.ts";
import { CopiedId } from "../copying/copied-id.tsx";
import { fromPicker, toPicker, useCalendarName } from "../dates/date-pickers.ts";
import { Dialog } from "../dialogs/dialog.tsx";
import { type RecoveryProgress, useRecovery } from "./use-recovery.ts";

interface RecoverDialogProps {
  endpointId: string;
  /** ISO 8601; what the dialog begins with. */
  since: string;
  /** Whether that is the beginning of what a pause held back. */
  isPause: boolean;
  onClose: () => void;
}

/** Retries last for hours; see core/webhooks/pauses.ts. */
const whyEarlier =
  "This begins some hours before the pause, because it may have held back retries of earlier events, too.";

/** Sends again what failed, is overdue or was held back by a pause: counts first, then sends. */
export function RecoverDialog({ endpointId, onClose, ...props }: RecoverDialogProps) {
  const { id } = useOrganization();
  const queryClient = useQueryClient();
  const calendar = useCalendarName();
  // What the dialog began with stays, although the endpoint is read again after a recovery.
  const [{ since: given, isPause }] = useState(props);
  const [since, setSince] = useState(given);
  const { run, start, stop, reset } = useRecovery(endpointId);
  const close = () => {
    stop();
    onClose();
    void queryClient.invalidateQueries({ queryKey: [id] });
  };
  return (
    <Dialog onClose={close} title="Recover deliveries" size="lg">
      <Stack>
        <Text size="sm">
          Sends again what failed and what is overdue, and sends what was counted while the endpoint
          was paused. Each delivery keeps its id, so your receiver can ignore what it has.
        </Text>
        <DateTimePicker
          {...calendar}
          label="Events since"
          minDate={new Date(nowMs() - recoverableDays * dayMs)}
          {...(isPause && { description: whyEarlier })}
          value={toPicker(since)}
          onChange={(value) => {
            setSince(fromPicker(value) ?? given);
            reset();
          }}
          disabled={run.step === "counting" || run.step === "sending"}
          maxDate={new Date(nowMs())}
        />
        <ZoneNote />
        <RunState run={run} />
        <ErrorAlert error={run.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {run.step === "sent" ? "Close" : "Cancel"}
          </Button>
          {run.step === "sending" || run.step === "counting" ? (
            <Button color="red" variant="light" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button
              variant={run.step === "counted" || run.step === "sent" ? "default" : "filled"}
              onClick={() => start({ since, dryRun: true })}
            >
              See how many
            </Button>
          )}
          {run.step === "counted" && run.found > 0 && (
            <Button onClick={() => start({ since, dryRun: false })}>
              Send {run.found.toLocaleString()} {run.found === 1 ? "delivery" : "deliveries"}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function RunState({ run }: { run: RecoveryProgress }) {
  const { step, found, resent, total, leftOut } = run;
  if (step === "idle") return null;
  if (step === "counting") {
    return (
      <Group gap="sm" role="status">
        <Loader size="xs" />
        <Text size="sm">{found.toLocaleString()} found so far …</Text>
      </Group>
    );
  }
  if (step === "counted") {
    return (
      <Alert color={found === 0 ? "teal" : "accent"} role="status">
        {found === 0
          ? "Nothing has failed, is overdue or was held back since then."
          : `${found.toLocaleString()} can be sent. Nothing was sent yet.`}
      </Alert>
    );
  }
  return (
    <Stack gap="xs" role="status">
      <Progress
        value={total === 0 ? 100 : Math.min(100, (100 * (resent + leftOut.length)) / total)}
        aria-label="Progress of the recovery"
      />
      <Text size="sm">
        {resent.toLocaleString()} of {total.toLocaleString()} sent
        {step === "sent" ? "." : " …"}
        {step === "stopped" && " Stopped: see how many are left, and go on."}
      </Text>
      {leftOut.length > 0 && (
        <List size="sm">
          {leftOut.slice(0, 10).map(({ id, why }) => (
            <List.Item key={id}>
              <CopiedId id={id} of="delivery" />: {why}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
