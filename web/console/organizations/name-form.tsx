import { Button, Stack, TextInput } from "@mantine/core";
import type { OrganizationView } from "../../../api/private/organization.ts";
import { SettingsConflict } from "../forms/settings-conflict.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import { useSettingEdit } from "./use-setting-edit.ts";

export function NameForm({ organization }: { organization: OrganizationView }) {
  const name = useSettingEdit(organization, "name");
  return (
    <form onSubmit={name.save} noValidate>
      <Stack align="flex-start">
        <TextInput
          label="Name"
          description="Members, people at gates and whoever is invited see it."
          value={name.value}
          onChange={(event) => name.set(event.currentTarget.value)}
          error={name.problem}
          w="100%"
        />
        {name.conflict && (
          <SettingsConflict changes={name.conflict} toKeepTheirs="reload the page" />
        )}
        <ErrorAlert error={name.error} />
        <Button type="submit" loading={name.isPending} disabled={!name.isChanged}>
          Save the name
        </Button>
      </Stack>
    </form>
  );
}
