import { Alert, Paper, Stack, Table, Text } from "@mantine/core";
import type { ImportPreviewView } from "../../../../api/private/counters.ts";
import { Foreign } from "../../shell/foreign.tsx";

type Errors = Extract<ImportPreviewView, { result: "errors" }>;

/** What is wrong with a file, by line. */
export function ImportErrors({ errors, total, missingGroups }: Errors) {
  return (
    <Stack gap="sm">
      <Alert color="red" role="alert" title={total === 1 ? "1 error" : `${total} errors`}>
        Nothing was written. Correct the file and choose it again
        {missingGroups && ", or let the import create the groups that do not exist"}.
      </Alert>
      <Paper
        withBorder
        mah={320}
        className="scrolling"
        tabIndex={0}
        role="region"
        aria-label="Errors"
      >
        <Table stickyHeader className="figures">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={70}>Line</Table.Th>
              <Table.Th w={130}>Column</Table.Th>
              <Table.Th>Error</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.map(({ line, field, reason }) => (
              <Table.Tr key={`${line} ${field} ${reason}`}>
                <Table.Td>{line.toLocaleString()}</Table.Td>
                <Table.Td>
                  <Foreign>{field}</Foreign>
                </Table.Td>
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      {total > errors.length && (
        <Text size="sm" c="dimmed">
          These are the first {errors.length}.
        </Text>
      )}
    </Stack>
  );
}
