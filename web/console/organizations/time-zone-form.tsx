import { Button, Select, Stack } from "@mantine/core";
import type { OrganizationView } from "../../../api/private/organization.ts";
import { SettingsConflict } from "../forms/settings-conflict.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import { useSettingEdit } from "./use-setting-edit.ts";

/** The zones that the browser knows, and those that are set and chosen. */
function zones(...present: string[]): string[] {
  return [...new Set(["UTC", ...present, ...Intl.supportedValuesOf("timeZone")])];
}

export function TimeZoneForm({ organization }: { organization: OrganizationView }) {
  const timeZone = useSettingEdit(organization, "timeZone");
  return (
    <form onSubmit={timeZone.save}>
      <Stack align="flex-start">
        <Select
          label="Time zone"
          description="Hours and days of charts begin in this zone. Earlier counts keep their old hours and days until your operator rebuilds them."
          data={zones(organization.timeZone, timeZone.value)}
          value={timeZone.value}
          onChange={(chosen) => timeZone.set(chosen ?? organization.timeZone)}
          searchable
          allowDeselect={false}
          w="100%"
        />
        {timeZone.conflict && (
          <SettingsConflict changes={timeZone.conflict} toKeepTheirs="reload the page" />
        )}
        <ErrorAlert error={timeZone.error} />
        <Button type="submit" loading={timeZone.isPending} disabled={!timeZone.isChanged}>
          Save the time zone
        </Button>
      </Stack>
    </form>
  );
}
