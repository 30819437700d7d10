import { Button, Select, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OrganizationView } from "../../../core/private-api/organization.ts";
import type { OrganizationChange } from "../../../core/private-api/organization-forms.ts";
import { change } from "../api/private-api.ts";
import { apiPath } from "../api/session.ts";
import { ErrorAlert } from "../shell/errors.tsx";

/** The zones that the browser knows, and the one that is set. */
function zones(present: string): string[] {
  return [...new Set(["UTC", present, ...Intl.supportedValuesOf("timeZone")])];
}

export function TimeZoneForm({ organization }: { organization: OrganizationView }) {
  const { id, timeZone: present } = organization;
  const [timeZone, setTimeZone] = useState(present);
  const queryClient = useQueryClient();
  const setting = useMutation({
    mutationFn: (body: OrganizationChange) =>
      change<OrganizationView>("PATCH", apiPath(id, ""), body),
    onSuccess: (changed) => {
      notifications.show({ message: "The time zone was changed." });
      queryClient.setQueryData([id, "organization"], changed);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setting.mutate({ timeZone });
      }}
    >
      <Stack align="flex-start">
        <Select
          label="Time zone"
          description="Hours and days of charts begin in this zone. Earlier counts keep their old hours and days until your operator rebuilds them."
          data={zones(present)}
          value={timeZone}
          onChange={(chosen) => setTimeZone(chosen ?? present)}
          searchable
          allowDeselect={false}
          w="100%"
        />
        <ErrorAlert error={setting.error} />
        <Button type="submit" loading={setting.isPending} disabled={timeZone === present}>
          Save the time zone
        </Button>
      </Stack>
    </form>
  );
}
