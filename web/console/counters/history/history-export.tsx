import "@mantine/dates/styles.css";
import { Button, Group, Stack, Text } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { useState } from "react";
import { addDays, type Calendar, dayOf } from "../../../../core/calendar.ts";
import { csvDialect } from "../../../browser/csv-line.ts";
import { saveFile } from "../../../browser/save-file.ts";
import { nowMs } from "../../api/clock.ts";
import { useOrganization } from "../../api/session.ts";
import { formatExact } from "../../charts/format.ts";
import { datesRange } from "../../charts/range.ts";
import { useCalendarName } from "../../dates/date-pickers.ts";
import { zoneLabel } from "../../dates/format.ts";
import { Dialog } from "../../dialogs/dialog.tsx";
import { useOpened } from "../../dialogs/use-opened.ts";
import { useStop } from "../../dialogs/use-stop.ts";
import { ErrorAlert } from "../../shell/errors.tsx";
import type { CountedBy } from "./counted-by.ts";
import { csvHeader, csvLines } from "./csv.ts";
import { type HistoryOf, readRange } from "./read-history.ts";

interface HistoryExportProps {
  of: HistoryOf;
  counterName: string;
  countedBy: CountedBy;
}

type Run =
  | { state: "idle" }
  | { state: "reading"; events: number }
  | { state: "done"; events: number }
  | { state: "failed"; error: unknown };

/** Makes a CSV file of the counts of some days, in the browser. */
export function HistoryExport(props: HistoryExportProps) {
  const [opened, { open, close }] = useOpened();
  return (
    <>
      <Button variant="subtle" size="compact-sm" mr={-9} onClick={open}>
        Export CSV
      </Button>
      {opened && <ExportDialog {...props} onClose={close} />}
    </>
  );
}

function ExportDialog(props: HistoryExportProps & { onClose: () => void }) {
  const { of, counterName, countedBy, onClose } = props;
  // Its days are those of the chart.
  const calendar = useOrganization();
  const [dates, setDates] = useState<[string | null, string | null]>(() => lastWeek(calendar));
  const names = useCalendarName();
  const [run, setRun] = useState<Run>({ state: "idle" });
  const { isStopped, stop } = useStop();
  const [first, last] = dates;

  async function download(from: string, to: string): Promise<void> {
    isStopped.current = false;
    const sheet = { dialect: csvDialect(), timeZone: calendar.timeZone };
    const parts = [csvHeader(sheet)];
    let events = 0;
    setRun({ state: "reading", events });
    try {
      const range = datesRange(from, to, calendar);
      for await (const page of readRange(of, range, () => isStopped.current)) {
        parts.push(csvLines(page, countedBy, sheet));
        events += page.length;
        setRun({ state: "reading", events });
      }
      if (isStopped.current) return setRun({ state: "idle" });
      saveFile(parts, `${counterName} ${from} ${to}.csv`);
      setRun({ state: "done", events });
    } catch (error) {
      setRun({ state: "failed", error });
    }
  }

  return (
    <Dialog onClose={onClose} title="Export counts as CSV">
      <Stack>
        <DatePickerInput
          {...names}
          type="range"
          label={`Days in ${zoneLabel(calendar.timeZone)}`}
          placeholder="First and last day"
          allowSingleDateInRange
          maxDate={dayOf(calendar, nowMs()).date}
          value={dates}
          onChange={setDates}
        />
        <Text size="sm" role="status" mih="1.5em">
          {progressOf(run, calendar)}
        </Text>
        <ErrorAlert error={run.state === "failed" ? run.error : null} of={dates} />
        <Group justify="flex-end">
          {run.state === "reading" && (
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          )}
          <Button
            disabled={first === null || last === null}
            loading={run.state === "reading"}
            onClick={() => first !== null && last !== null && download(first, last)}
          >
            Download
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function progressOf(run: Run, { timeZone }: Calendar): string {
  switch (run.state) {
    case "idle":
    case "failed":
      return `Times in the file are in ${timeZone}, the newest first.`;
    case "reading":
      return `${formatExact(run.events)} counts read …`;
    case "done":
      return `${formatExact(run.events)} counts are in the file.`;
  }
}

/** The last seven days, today among them. */
function lastWeek(calendar: Calendar): [string, string] {
  const today = dayOf(calendar, nowMs()).date;
  return [addDays(today, -6), today];
}
