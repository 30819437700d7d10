import { Alert, Paper, Stack, Text } from "@mantine/core";
import type { ImportPreviewView } from "../../../../api/private/counters.ts";
import { Foreign } from "../../shell/foreign.tsx";
import { plural } from "../../shell/plural.ts";

type Errors = Extract<ImportPreviewView, { result: "errors" }>;

/** What is wrong with a file: one error a line. */
export function ImportErrors({ errors, total, missingGroups }: Errors) {
  return (
    <Stack gap="sm">
      <Alert color="red" role="alert" title={plural(total, "error")}>
        Nothing was written. Correct the file and choose it again
        {missingGroups && ", or let the import create the groups that do not exist"}.
      </Alert>
      <Paper
        withBorder
        component="ul"
        className="import-errors scrolling"
        tabIndex={0}
        aria-label="Errors"
      >
        {errors.map(({ line, field, reason }) => (
          <li key={`${line} ${field} ${reason}`}>
            <strong>
              Line {line.toLocaleString()}, <Foreign>{field}</Foreign>:
            </strong>{" "}
            <Foreign>{reason}</Foreign>
          </li>
        ))}
      </Paper>
      {total > errors.length && (
        <Text size="sm" c="dimmed">
          These are the first {errors.length}.
        </Text>
      )}
    </Stack>
  );
}
