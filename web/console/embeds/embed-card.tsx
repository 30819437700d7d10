import { Group, Paper, Stack, Text } from "@mantine/core";
import type { EmbedView } from "../../../api/private/embeds.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Time } from "../dates/time.tsx";
import { ConfirmButton } from "../dialogs/confirm-button.tsx";
import { useCreatedClass } from "../shell/created.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { EmbedBuilder } from "./embed-builder.tsx";

/** An embed with its markup and a preview. */
export function EmbedCard({ embed, ofGroup }: { embed: EmbedView; ofGroup: boolean }) {
  const { sessionId, note, createdAt } = embed;
  const { id: organizationId } = useOrganization();
  const key = "DELETE /api/setup/{organizationId}/embeds/{sessionId}";
  const name = note ?? "Embed";
  return (
    <Paper withBorder p="md" className={useCreatedClass(sessionId)}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Stack gap={0}>
            <Text fw={600}>
              <Foreign>{name}</Foreign>
            </Text>
            <Text size="sm" c="dimmed">
              Created <Time at={createdAt} precision="day" />
            </Text>
          </Stack>
          <ConfirmButton
            label="Revoke"
            spoken={`Revoke ${withoutBidiControls(name)}`}
            question={{
              title: "Revoke this embed?",
              text: (
                <Text size="sm">
                  <Foreign>{name}</Foreign> disappears within seconds from the pages that show it.
                  This cannot be undone.
                </Text>
              ),
              confirm: "Revoke embed",
              cancel: "Cancel",
            }}
            act={() => change(key, { organizationId, sessionId })}
            reload={["embeds"]}
          />
        </Group>
        <EmbedBuilder embed={embed} name={name} ofGroup={ofGroup} />
      </Stack>
    </Paper>
  );
}
