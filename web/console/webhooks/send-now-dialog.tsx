import { Alert, Button, Group, List, Loader, Progress, Stack, Text } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { deliveryDays } from "../../../core/limits.ts";
import { dayMs } from "../../../core/time-zone.ts";
import { recoveryRate } from "../../../core/webhooks/recovery-pace.ts";
import { ZoneNote } from "../dates/time-zone.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import "@mantine/dates/styles.css";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { EndpointView } from "../../../api/private/webhooks.ts";
import { nowMs } from "../api/clock.ts";
import { useOrganization } from "../api/session.ts";
import { CopiedId } from "../copying/copied-id.tsx";
import { fromPicker, toPicker, useCalendarName } from "../dates/date-pickers.ts";
import { Dialog } from "../dialogs/dialog.tsx";
import { type RecoveryProgress, useRecovery } from "./use-recovery.ts";

interface SendNowDialogProps {
  endpoint: Pick<EndpointView, "id">;
  onClose: () => void;
}

const anyTime =
  "What waits for a retry or was held back by a pause is always included, however old its event is.";

/** Sends what waits, failed or was held back by a pause: counts first, then sends. */
export function SendNowDialog({ endpoint, onClose }: SendNowDialogProps) {
  const { id } = useOrganization();
  const queryClient = useQueryClient();
  const calendar = useCalendarName();
  const [given] = useState(() => new Date(nowMs() - dayMs).toISOString());
  const [since, setSince] = useState(given);
  const { run, start, continueAnyway, stop } = useRecovery(endpoint.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts anew only for another time.
  useEffect(() => void start({ since, dryRun: true }), [since]);
  const close = () => {
    stop();
    onClose();
    void queryClient.invalidateQueries({ queryKey: [id] });
  };
  const isBusy = run.step === "sending" || run.step === "counting";
  return (
    <Dialog onClose={close} title="Send now" size="lg">
      <Stack>
        <Text size="sm">
          Sends everything that is open: what waits for a retry, what was held back by a pause, and
          what failed. It sends {recoveryRate} deliveries a second, each with its old id, so your
          receiver can ignore what it already has, and with a new schedule of retries.
        </Text>
        <DateTimePicker
          {...calendar}
          label="Events since"
          minDate={new Date(nowMs() - deliveryDays * dayMs)}
          description={anyTime}
          value={toPicker(since)}
          onChange={(value) => setSince(fromPicker(value) ?? given)}
          disabled={run.step === "sending"}
          maxDate={new Date(nowMs())}
        />
        <ZoneNote />
        <RunState run={run} />
        <ErrorAlert error={run.error} of={since} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {run.step === "sent" || run.step === "failing" ? "Close" : "Cancel"}
          </Button>
          {run.step === "sending" && (
            <Button color="red" variant="light" onClick={stop}>
              Stop
            </Button>
          )}
          {!isBusy && run.step !== "counted" && (
            <Button variant="default" onClick={() => start({ since, dryRun: true })}>
              See how many
            </Button>
          )}
          {continueAnyway !== undefined && (
            <Button variant="default" onClick={() => continueAnyway(since)}>
              Go on anyway
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
  const { step, found, resent, total, leftOut, failing } = run;
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
          ? "Nothing waits, and nothing has failed since then."
          : `${found.toLocaleString()} can be sent, in about ${durationText(found)}. Nothing was sent yet.`}
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
        {step === "sending" ? " …" : "."}
        {step === "stopped" && " Stopped: see how many are left, and go on."}
        {step === "sending" && " Closing this dialog stops it."}
      </Text>
      {failing !== null && (
        <Alert color="red" title="Stopped, because ten in a row failed again">
          The last error was <Foreign>{failing}</Foreign>. These deliveries wait for their next
          retry. Check the receiver before you send again.
        </Alert>
      )}
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

/** How long so many take, in words. */
function durationText(deliveries: number): string {
  const seconds = Math.ceil(deliveries / recoveryRate);
  if (seconds < 60) return `${seconds} s`;
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3_600)} h`;
}
