import { Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrganizationView } from "../../../core/private-api/organization.ts";
import { OrganizationChange } from "../../../core/private-api/organization-forms.ts";
import { change } from "../api/private-api.ts";
import { apiPath } from "../api/session.ts";
import { ErrorAlert } from "../shell/errors.tsx";
import { validateBy } from "../shell/form-errors.ts";

export function NameForm({ organization: { id, name } }: { organization: OrganizationView }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name },
    validate: validateBy(OrganizationChange),
  });
  const renaming = useMutation({
    mutationFn: (body: OrganizationChange) =>
      change<OrganizationView>("PATCH", apiPath(id, ""), body),
    onSuccess: async (organization) => {
      notifications.show({ message: "The name was changed." });
      queryClient.setQueryData([id, "organization"], organization);
      await queryClient.invalidateQueries({ queryKey: ["session"] });
    },
  });
  return (
    <form onSubmit={form.onSubmit((body) => renaming.mutate(body))} noValidate>
      <Stack align="flex-start">
        <TextInput
          label="Name"
          description="Members, people at gates and whoever is invited see it."
          w="100%"
          {...form.getInputProps("name")}
        />
        <ErrorAlert error={renaming.error} />
        <Button type="submit" loading={renaming.isPending} disabled={!form.isDirty()}>
          Save the name
        </Button>
      </Stack>
    </form>
  );
}
