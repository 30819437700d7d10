import {
  Alert,
  Button,
  Checkbox,
  FileInput,
  Group,
  Progress,
  Radio,
  Stack,
  Text,
} from "@mantine/core";
import type { ImportPreviewView } from "../../../../api/private/counters.ts";
import { columnLabels } from "../../../../core/counters/settings/import/column-labels.ts";
import type { ExistingName } from "../../../../core/counters/settings/import/existing-name.ts";
import { maximumImportBytes, maximumImportRows } from "../../../../core/limits.ts";
import { csvDialect } from "../../../browser/csv-line.ts";
import { saveFile } from "../../../browser/save-file.ts";
import { useOrganization } from "../../api/session.ts";
import { Dialog } from "../../dialogs/dialog.tsx";
import { ErrorAlert } from "../../shell/errors.tsx";
import { plural } from "../../shell/plural.ts";
import { ImportErrors } from "./import-errors.tsx";
import { ImportPreviewTable } from "./import-preview.tsx";
import { ImportQuestionField } from "./import-question.tsx";
import { sampleFile } from "./sample-file.ts";
import { useImport } from "./use-import.ts";

/** Makes counters from a CSV file, after showing what each row will do. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { id } = useOrganization();
  const state = useImport(id);
  const { file, createGroups, existing, preview, run, progress } = state;
  const plan = preview.data;
  const wanted = wantedBy(plan);
  const open = plan?.result === "question" ? [{ ...plan.question, answer: null }] : [];
  const isFixed = run.isPending || run.isSuccess;
  return (
    <Dialog
      onClose={onClose}
      title="Import counters"
      size={plan?.result === "previewed" ? "xl" : "lg"}
      closeOnClickOutside={!run.isPending}
      isTall
    >
      <Stack>
        <Text size="sm">
          A CSV file whose first row names its columns: {columnNames}. Only Name is required.
          Importing the same file again does only what is missing.
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: "flex-start" }}
          onClick={() => saveFile([sampleFile(csvDialect())], "counters-sample.csv")}
        >
          Download a sample file
        </Button>
        <FileInput
          label="CSV file"
          placeholder="Choose a file"
          description={`At most ${maximumImportBytes / 1e6} MB and ${maximumImportRows.toLocaleString("en")} rows.`}
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          value={file}
          onChange={state.choose}
          // The same name again is a change too: the file may have been corrected.
          fileInputProps={{
            onClick: ({ currentTarget }) => {
              currentTarget.value = "";
            },
          }}
          disabled={isFixed}
          clearable
          clearButtonProps={{ "aria-label": "Remove the file" }}
        />
        <Checkbox
          label="Create groups that do not exist"
          checked={createGroups}
          onChange={({ currentTarget: { checked } }) => state.setCreateGroups(checked)}
          disabled={isFixed}
        />
        <Radio.Group
          label="When a counter has the name already"
          value={existing}
          onChange={(chosen) => state.setExisting(chosen as ExistingName)}
        >
          <Stack gap="xs" mt={4}>
            {choices.map(({ value, label, description }) => (
              <Radio
                key={value}
                value={value}
                label={label}
                description={description}
                disabled={isFixed}
              />
            ))}
          </Stack>
        </Radio.Group>
        {[...state.answered, ...open].map((question) => (
          <ImportQuestionField
            key={question.about}
            question={question}
            onAnswer={(answer) => state.answer(question, answer)}
            disabled={isFixed}
          />
        ))}
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
                ? `Done: ${doneWords(progress)}.`
                : `${doneWords(progress)} of ${progress.total.toLocaleString()}`}
            </Text>
            <Progress
              value={
                progress.total === 0
                  ? 100
                  : (100 * (progress.created + progress.updated)) / progress.total
              }
              aria-label="Progress of the import"
            />
          </Stack>
        )}
        {run.isError && progress !== undefined && (
          <Alert color="orange">Nothing is done twice: import the file again to go on.</Alert>
        )}
        <Group justify="flex-end" className="dialog-buttons">
          <Button variant="default" onClick={onClose} disabled={run.isPending}>
            {run.isSuccess ? "Close" : "Cancel"}
          </Button>
          {!run.isSuccess && (
            <Button
              onClick={() => run.mutate()}
              loading={run.isPending}
              disabled={Object.values(wanted).every((number) => number === 0) || preview.isFetching}
            >
              {importWords(wanted)}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

const choices: { value: ExistingName; label: string; description?: string }[] = [
  { value: "skip", label: "Skip the row" },
  {
    value: "update",
    label: "Update the counter",
    description: "Only the settings for which the row has a value.",
  },
  { value: "create", label: "Create another counter of the same name" },
];

const columnNames = Object.values(columnLabels).join(", ");

interface Wanted {
  created: number;
  updated: number;
  groups: number;
}

function wantedBy(plan: ImportPreviewView | undefined): Wanted {
  if (plan?.result !== "previewed") return { created: 0, updated: 0, groups: 0 };
  const rowsThat = (effect: string) => plan.rows.filter(({ does }) => does === effect).length;
  return {
    created: rowsThat("create"),
    updated: rowsThat("update"),
    groups: plan.newGroups.length,
  };
}

/** What pressing it does, once that is known. */
function importWords({ created, updated, groups }: Wanted): string {
  if (created > 0 && updated > 0) {
    return `Create ${created.toLocaleString()} and update ${plural(updated, "counter")}`;
  }
  if (updated > 0) return `Update ${plural(updated, "counter")}`;
  if (created > 0) return `Create ${plural(created, "counter")}`;
  return groups > 0 ? `Create ${plural(groups, "group")}` : "Import counters";
}

function doneWords({ created, updated }: Pick<Wanted, "created" | "updated">): string {
  const words = `${plural(created, "counter")} created`;
  return updated === 0 ? words : `${words}, ${updated.toLocaleString()} updated`;
}
