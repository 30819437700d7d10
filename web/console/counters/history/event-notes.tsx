import { Badge, Group, Text } from "@mantine/core";
import type { HistoryEventView } from "../../../../api/private/charts.ts";
import { may } from "../../../../core/members/role.ts";
import { useOrganization } from "../../api/session.ts";
import { formatExact } from "../../charts/format.ts";
import { Foreign } from "../../shell/foreign.tsx";
import { PageLink } from "../../shell/page-link.tsx";

interface EventNotesProps {
  event: HistoryEventView;
  /** Whether a newer event takes this tap back. */
  isUndone: boolean;
}

/** What tells a count from an ordinary tap that arrived at once; nothing for such a tap. */
export function EventNotes({ event, isUndone }: EventNotesProps) {
  const { adjustment, undoes, late } = event;
  if (adjustment !== undefined) return <Adjusted {...adjustment} />;
  if (undoes === undefined && !isUndone && !late) return null;
  return (
    <Group gap={6} wrap="nowrap" className="notes">
      {undoes !== undefined && <Note color="gray" text="undo" />}
      {isUndone && <Note color="gray" text="undone" />}
      {late && <Note color="grape" text="late" />}
    </Group>
  );
}

function Adjusted({ to, reason, day }: NonNullable<HistoryEventView["adjustment"]>) {
  const { id: organizationId, role } = useOrganization();
  const isLogged = day === undefined && may(role, "see_audit");
  return (
    <Group gap={6} wrap="nowrap" className="notes">
      <Note color="gray" text={`set to ${formatExact(to)}`} />
      {day !== undefined && (
        <Text size="xs" c="dimmed">
          at the start of the day
        </Text>
      )}
      {reason !== undefined && (
        <Text size="xs" className="reason">
          <Foreign>{reason}</Foreign>
        </Text>
      )}
      {isLogged && (
        <PageLink
          size="xs"
          to="/organizations/$organizationId/settings/audit"
          params={{ organizationId }}
          search={{ action: "counter.adjust" }}
        >
          Audit log
        </PageLink>
      )}
    </Group>
  );
}

function Note({ color, text }: { color: string; text: string }) {
  return (
    <Badge color={color} variant="light" miw="max-content">
      {text}
    </Badge>
  );
}
