import { Text } from "@mantine/core";
import type { AlertView } from "../../../api/private/alerts.ts";
import { may } from "../../../core/members/role.ts";
import { planIncludesAlerts } from "../../../core/organizations/plan.ts";
import { useOrganization } from "../api/session.ts";
import { useAlerts } from "./use-alerts.ts";

interface AdjustingNoteProps {
  /** Whether an alert watches what is adjusted. */
  concerns: (alert: AlertView) => boolean;
}

/** What an adjustment means to alerts, where there are any. */
export function AdjustingNote(props: AdjustingNoteProps) {
  const { role, plan } = useOrganization();
  return planIncludesAlerts(plan) && may(role, "manage_alerts") ? <Note {...props} /> : null;
}

function Note({ concerns }: AdjustingNoteProps) {
  const { query } = useAlerts();
  if (!query.data?.alerts.some(concerns)) return null;
  return (
    <Text size="sm">
      Setting a count fires no alert. If the count is still at or above the threshold at the next
      tap, that tap fires it.
    </Text>
  );
}
