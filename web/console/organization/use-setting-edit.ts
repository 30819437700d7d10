import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { conflictCode, settingLabels } from "../../../core/private-api/conflict.ts";
import type { OrganizationView } from "../../../core/private-api/organization.ts";
import { OrganizationChange } from "../../../core/private-api/organization-forms.ts";
import { changePath, readPath, ServiceError } from "../api/private-api.ts";
import { apiPath } from "../api/session.ts";
import type { ConflictingSetting } from "../counters/settings-conflict.tsx";
import { validateBy } from "../shell/form-errors.ts";

interface Edit {
  value: string;
  /** What it was when the person began to edit, or when they were told that others have changed it. */
  seen: string;
}

const check = validateBy(OrganizationChange);

/**
 * One setting of the organization and what somebody types for it. While nothing is typed it follows
 * what others set; what is typed stays, and does not replace what others have set unseen.
 */
export function useSettingEdit(organization: OrganizationView, field: "name" | "timeZone") {
  const { id } = organization;
  const queryClient = useQueryClient();
  const [edit, setEdit] = useState<Edit>();
  const [problem, setProblem] = useState<string>();
  const [conflict, setConflict] = useState<ConflictingSetting[]>();
  const label = settingLabels[field];
  const saving = useMutation({
    mutationFn: ({ value, seen }: Edit) =>
      changePath<OrganizationView>("PATCH", apiPath(id, ""), {
        [field]: value,
        seen: { [field]: seen },
      }),
    async onSuccess(changed) {
      notifications.show({ message: `The ${label.toLowerCase()} was changed.` });
      setEdit(undefined);
      queryClient.setQueryData([id, "organization"], changed);
      await queryClient.invalidateQueries({ queryKey: ["session"] });
    },
    async onError(error) {
      if (!(error instanceof ServiceError) || error.code !== conflictCode) return;
      const now = await readPath<OrganizationView>(apiPath(id, "")).catch(() => undefined);
      if (now === undefined) return;
      setConflict([{ label, now: now[field] }]);
      setEdit((typed) => typed && { ...typed, seen: now[field] });
    },
  });
  return {
    value: edit?.value ?? organization[field],
    set(value: string) {
      setProblem(undefined);
      setEdit({ value, seen: edit?.seen ?? organization[field] });
    },
    save(event: FormEvent) {
      event.preventDefault();
      setConflict(undefined);
      if (edit === undefined) return;
      const found = check({ [field]: edit.value })[field];
      if (typeof found === "string") setProblem(found);
      else saving.mutate(edit);
    },
    problem,
    conflict,
    error: conflict === undefined ? saving.error : null,
    isPending: saving.isPending,
    isChanged: edit !== undefined && edit.value !== organization[field],
  };
}
