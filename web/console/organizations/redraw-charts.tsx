import { Button, Group, Input, Progress, Stack, Text } from "@mantine/core";
import { Fragment } from "react";
import { Dialog } from "../dialogs/dialog.tsx";
import { useOpened } from "../dialogs/use-opened.ts";
import { ErrorAlert } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { plural } from "../shell/plural.ts";
import { useRedraw } from "./use-redraw.ts";

/** Draws the days and hours of earlier counts in the time zone that holds now. */
export function RedrawCharts({ timeZone }: { timeZone: string }) {
  const [opened, { open, close }] = useOpened();
  return (
    <Input.Wrapper
      labelElement="div"
      label="Earlier charts"
      description="Counts from before a change of zone keep their old hours and days. Redrawing them reads every count."
    >
      <Button variant="default" onClick={open}>
        Redraw earlier charts
      </Button>
      {opened && <RedrawDialog key={timeZone} timeZone={timeZone} onClose={close} />}
    </Input.Wrapper>
  );
}

function RedrawDialog({ timeZone, onClose }: { timeZone: string; onClose: () => void }) {
  const { begun, all, isDone, isRunning, error, run, stop } = useRedraw(timeZone);
  const close = () => {
    stop();
    onClose();
  };
  return (
    <Dialog onClose={close} title="Redraw earlier charts">
      <Stack>
        <Text size="sm">
          The charts of all counters are redrawn from their whole history, with the days and hours
          of {timeZone}. Charts of groups stay as they are. No count changes, and people can go on
          counting.
        </Text>
        <Text size="sm" c="dimmed">
          This reads every count, and your operator pays for the reads: a million counts take a
          minute or more. Keep this dialog open.
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
        {begun !== undefined && begun.skipped.length > 0 && (
          <Text size="sm">
            Not redrawn:{" "}
            {begun.skipped.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names can be the same, and only join
              <Fragment key={index}>
                {index > 0 && ", "}
                <Foreign>{name}</Foreign>
              </Fragment>
            ))}
            . Ask your operator for <code>data repair</code>: it redraws them, or says what is
            damaged.
          </Text>
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
