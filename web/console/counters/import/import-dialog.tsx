import { Alert, Button, Checkbox, FileInput, Group, Progress, Stack, Text } from "@mantine/core";
import { maximumImportBytes, maximumImportRows } from "../../../../core/limits.ts";
import { saveFile } from "../../../browser/save-file.ts";
import { useOrganization } from "../../api/session.ts";
import { Dialog } from "../../dialogs/dialog.tsx";
import { ErrorAlert } from "../../shell/errors.tsx";
import { plural } from "../../shell/plural.ts";
import { ImportErrors } from "./import-errors.tsx";
import { ImportPreviewTable } from "./import-preview.tsx";
import { sampleFile } from "./sample-file.ts";
import { useImport } from "./use-import.ts";

/** Makes counters from a CSV file, after showing what each row will do. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { id } = useOrganization();
  const state = useImport(id);
  const { file, createGroups, preview, run, progress } = state;
  const plan = preview.data;
  const wanted = plan?.result === "previewed" ? newRows(plan.rows) : 0;
  const newGroups = plan?.result === "previewed" ? plan.newGroups.length : 0;
  return (
    <Dialog
      onClose={onClose}
      title="Import counters"
      size="lg"
      closeOnClickOutside={!run.isPending}
    >
      <Stack>
        <Text size="sm">
          A CSV file with a header row. Columns: name, and optionally mode, incrementStep,
          decrementStep, goalTarget, resetDaily, resetTo, groupId or groupName. Importing the same
          file again creates only what is missing. Modes: both, increment-only, decrement-only.
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: "flex-start" }}
          onClick={() => saveFile([sampleFile], "counters-sample.csv")}
        >
          Download a sample file
        </Button>
        <FileInput
          label="CSV file"
          placeholder="Choose a file"
          description={`UTF-8, at most ${maximumImportBytes / 1e6} MB and ${maximumImportRows.toLocaleString("en")} rows.`}
          accept=".csv,text/csv"
          value={file}
          onChange={state.choose}
          // The same name again is a change too: the file may have been corrected.
          fileInputProps={{
            onClick: ({ currentTarget }) => {
              currentTarget.value = "";
            },
          }}
          disabled={run.isPending || run.isSuccess}
          clearable
          clearButtonProps={{ "aria-label": "Remove the file" }}
        />
        <Checkbox
          label="Create groups that do not exist"
          checked={createGroups}
          onChange={({ currentTarget: { checked } }) => state.setCreateGroups(checked)}
          disabled={run.isPending || run.isSuccess}
        />
        {preview.isFetching && (
          <Text size="sm" role="status">
            Reading the file…
          </Text>
        )}
        <ErrorAlert error={state.unread ?? preview.error ?? run.error} />
        {plan?.result === "errors" && <ImportErrors {...plan} />}
        {plan?.result === "previewed" && !run.isSuccess && <ImportPreviewTable {...plan} />}
        {progress !== undefined && (
          <Stack gap={4}>
            <Text size="sm" role="status" className="figures">
              {run.isSuccess
                ? `Done: ${plural(progress.created, "counter")} created.`
                : `${progress.created.toLocaleString()} of ${plural(progress.total, "counter")} created`}
            </Text>
            <Progress
              value={progress.total === 0 ? 100 : (100 * progress.created) / progress.total}
              aria-label="Progress of the import"
            />
          </Stack>
        )}
        {run.isError && progress !== undefined && (
          <Alert color="orange">Nothing is created twice: import the file again to go on.</Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={run.isPending}>
            {run.isSuccess ? "Close" : "Cancel"}
          </Button>
          {!run.isSuccess && (
            <Button
              onClick={() => run.mutate()}
              loading={run.isPending}
              disabled={wanted + newGroups === 0 || preview.isFetching}
            >
              {createWords(wanted, newGroups)}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What pressing it does, once that is known. */
function createWords(counters: number, groups: number): string {
  if (counters > 0) return `Create ${plural(counters, "counter")}`;
  return groups > 0 ? `Create ${plural(groups, "group")}` : "Create counters";
}

function newRows(rows: { does: string }[]): number {
  return rows.filter(({ does }) => does === "create").length;
}
