import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Dialog } from "../dialogs/dialog.tsx";
import { useOpened } from "../dialogs/use-opened.ts";
import { ErrorAlert } from "../shell/errors.tsx";
import { plural } from "../shell/plural.ts";
import { useRedraw } from "./use-redraw.ts";

/** Draws the days and hours of earlier counts in the time zone that holds now. */
export function RedrawCharts({ timeZone }: { timeZone: string }) {
  const [opened, { open, close }] = useOpened();
  return (
    <>
      <Button variant="default" onClick={open}>
        Redraw earlier charts
      </Button>
      {opened && <RedrawDialog key={timeZone} timeZone={timeZone} onClose={close} />}
    </>
  );
}

function RedrawDialog({ timeZone, onClose }: { timeZone: string; onClose: () => void }) {
  const { begun, all, isDone, isRunning, error, run, stop } = useRedraw(timeZone);
  const queryClient = useQueryClient();
  const close = () => {
    stop();
    onClose();
    void queryClient.invalidateQueries({ queryKey: ["chart"] });
  };
  return (
    <Dialog onClose={close} title="Redraw earlier charts">
      <Stack>
        <Text size="sm">
          The charts of all counters get the days and hours of {timeZone}, from the whole history of
          each. Those of groups stay. No number changes, and people can count meanwhile.
        </Text>
        <Text size="sm" c="dimmed">
          It reads every count, which your operator pays for: a million take about a minute or more.
          It goes on while this dialog is open.
        </Text>
        {begun !== undefined && (
          <Stack gap="xs">
            {all !== undefined && (
              <Progress value={(100 * begun.counters) / Math.max(1, all)} aria-label="Redrawn" />
            )}
            <Text size="sm" role="status">
              {begun.counters.toLocaleString()}
              {all !== undefined && ` of ${all.toLocaleString()}`} counters redrawn,{" "}
              {plural(begun.events, "count")} read{isDone ? "." : isRunning ? " …" : " so far."}
            </Text>
          </Stack>
        )}
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {isDone ? "Close" : isRunning ? "Stop" : "Cancel"}
          </Button>
          {!isDone && (
            <Button onClick={() => void run()} loading={isRunning}>
              {begun === undefined ? "Redraw all charts" : "Continue"}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
