import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { settingLabels } from "../../../api/private/conflict.ts";
import type { OrganizationView } from "../../../api/private/organizations.ts";
import { OrganizationSettings, settingsOf } from "../../../core/organizations/organization.ts";
import { change, read } from "../api/private-api.ts";
import { wrongField } from "../forms/form-dialog.tsx";
import { useEdit } from "../forms/use-edit.ts";
import { validateBy } from "../shell/form-errors.ts";

const check = validateBy(OrganizationSettings);

/**
 * One setting of the organization and what a person types for it. While nothing is typed it follows
 * what others set; what is typed stays, and does not replace what others have set unseen.
 */
export function useSettingEdit(organization: OrganizationView, field: keyof OrganizationSettings) {
  const { id } = organization;
  const path = { organizationId: id };
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const set = settingsOf(organization);
  const current = { [field]: set[field] };
  const edit = useEdit({
    shown: current,
    async save(body) {
      const changed = await change("PATCH /api/organization/{organizationId}", path, body);
      notifications.show({ message: `The ${settingLabels[field].toLowerCase()} was changed.` });
      queryClient.setQueryData([id, "organization"], changed);
      void queryClient.invalidateQueries({ queryKey: ["session"] });
      void queryClient.invalidateQueries({ queryKey: [id, "notifications"] });
      void queryClient.invalidateQueries({ queryKey: [id, "alert-hearers"] });
    },
    async reload() {
      const now = await read("GET /api/organization/{organizationId}", path);
      return { [field]: settingsOf(now)[field] };
    },
    onDone: () => setTyped(undefined),
  });
  const wrong = wrongField(current, edit.error);
  return {
    value: typed ?? set[field],
    set(value: string) {
      setProblem(undefined);
      if (typed === undefined) edit.restart(current);
      setTyped(value);
    },
    save(event: FormEvent) {
      event.preventDefault();
      if (typed === undefined) return;
      const found = check({ [field]: typed })[field];
      if (typeof found === "string") setProblem(found);
      else edit.submit({ [field]: typed });
    },
    problem: problem ?? wrong?.reason,
    conflict: edit.conflict,
    error: wrong === undefined ? edit.error : null,
    isPending: edit.isPending,
    isChanged: typed !== undefined && typed !== set[field],
  };
}
