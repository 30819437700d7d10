import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { GroupView } from "../../../api/private/groups.ts";
import { changePart } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { useStop } from "../dialogs/use-stop.ts";
import { showError } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { plural, pluralWith } from "../shell/plural.ts";

/**
 * Deletes a group after a question; a large one takes several requests. Says how many counters are
 * `left` while it does.
 */
export function useGroupDeletion(group: GroupView) {
  const { id } = useOrganization();
  const reload = useReload();
  const navigate = useNavigate();
  const [left, setLeft] = useState<number>();
  const { isStopped } = useStop();

  async function remove(): Promise<void> {
    isStopped.current = false;
    setLeft(group.memberCount);
    try {
      for (;;) {
        const key = "DELETE /api/setup/{organizationId}/groups/{groupId}";
        const at = { organizationId: id, groupId: group.id };
        const done = await changePart(isStopped, key, at, { ungroup: true });
        // Nobody is led away from where they have gone meanwhile.
        if (isStopped.current) return void (await reload("groups", "counters"));
        if (done.deleted) break;
        setLeft(done.counters - done.ungrouped);
      }
      await navigate({
        to: "/organizations/$organizationId/groups",
        params: { organizationId: id },
      });
      await reload("counters");
    } catch (error) {
      if (!isStopped.current) showError(error);
      setLeft(undefined);
    }
    await reload("groups");
  }

  const ask = () =>
    modals.openConfirmModal({
      title: "Delete this group?",
      children: (
        <Text size="sm">
          <Foreign>{group.name}</Foreign> is deleted for good{consequences(group)}.
        </Text>
      ),
      labels: { confirm: "Delete group", cancel: "Cancel" },
      confirmProps: { color: "red" },
      onConfirm: () => void remove(),
    });
  return { ask, left };
}

function consequences({ memberCount, alertCount }: GroupView): string {
  const alerts = alertCount === 0 ? "" : `, with its ${plural(alertCount, "alert")}`;
  const counters =
    memberCount === 0 ? "" : `. Its ${pluralWith(memberCount, "counter", "stay")}, in no group`;
  return `${alerts}${counters}`;
}
