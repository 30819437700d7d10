import { Group, Paper, Stack, Text } from "@mantine/core";
import type { EmbedView } from "../../../api/private/embeds.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { CopiedValue } from "../copying/copied-value.tsx";
import { Time } from "../dates/time.tsx";
import { ConfirmButton } from "../dialogs/confirm-button.tsx";
import { useCreatedClass } from "../shell/created.tsx";

/** An embed with its markup and a preview. */
export function EmbedCard({ embed }: { embed: EmbedView }) {
  const { sessionId, url, html, note, createdAt } = embed;
  const { id: organizationId } = useOrganization();
  const key = "DELETE /api/setup/{organizationId}/embeds/{sessionId}";
  const name = note ?? "Embed";
  return (
    <Paper withBorder p="md" className={useCreatedClass(sessionId)}>
      <Group align="flex-start" gap="lg">
        <Stack flex="1 1 16rem" gap="sm" miw={0}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Stack gap={0}>
              <Text fw={600}>
                <bdi>{name}</bdi>
              </Text>
              <Text size="sm" c="dimmed">
                Created <Time at={createdAt} precision="day" />
              </Text>
            </Stack>
            <ConfirmButton
              label="Revoke"
              spoken={`Revoke ${name}`}
              question={{
                title: "Revoke this embed?",
                text: (
                  <Text size="sm">
                    <bdi>{name}</bdi> disappears within seconds from the pages that show it. This
                    cannot be undone.
                  </Text>
                ),
                confirm: "Revoke",
                cancel: "Cancel",
              }}
              act={() => change(key, { organizationId, sessionId })}
              reload={["embeds"]}
            />
          </Group>
          <CopiedValue label="Link" value={url} copy="Copy link" />
          <CopiedValue label="Markup" value={html} copy="Copy markup" />
        </Stack>
        <iframe
          src={url}
          title={withoutBidiControls(`Preview of ${name}`)}
          width={300}
          height={200}
          loading="lazy"
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          className="embed-preview"
        />
      </Group>
    </Paper>
  );
}
