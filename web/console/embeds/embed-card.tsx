import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import type { EmbedView } from "../../../api/private/embeds.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { CopiedValue } from "../copying/copied-value.tsx";
import { Time } from "../dates/time.tsx";
import { errorSentence } from "../shell/errors.tsx";

interface EmbedCardProps {
  embed: EmbedView;
  /** Of the list that it is in. */
  queryKey: string[];
}

/** An embed with its markup, and a preview beside it. */
export function EmbedCard({
  embed: { sessionId, url, html, note, createdAt },
  queryKey,
}: EmbedCardProps) {
  const { id } = useOrganization();
  const queryClient = useQueryClient();
  async function revoke(): Promise<void> {
    try {
      await change("DELETE /api/setup/{organizationId}/embeds/{sessionId}", {
        organizationId: id,
        sessionId,
      });
    } catch (error) {
      notifications.show({ color: "red", message: errorSentence(error) });
    }
    await queryClient.invalidateQueries({ queryKey });
  }
  const name = note ?? "Embed";
  const ask = () =>
    modals.openConfirmModal({
      title: "Revoke this embed?",
      children: (
        <Text size="sm">
          <bdi>{name}</bdi> disappears within seconds from the pages that show it. This cannot be
          undone.
        </Text>
      ),
      labels: { confirm: "Revoke", cancel: "Cancel" },
      confirmProps: { color: "red" },
      onConfirm: () => void revoke(),
    });
  return (
    <Paper withBorder p="md">
      <Group align="flex-start" gap="lg">
        <Stack flex="1 1 16rem" gap="sm" miw={0}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Stack gap={0}>
              <Text fw={650}>
                <bdi>{name}</bdi>
              </Text>
              <Text size="sm" c="dimmed">
                Created <Time at={createdAt} precision="day" />
              </Text>
            </Stack>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={ask}
              aria-label={`Revoke ${name}`}
            >
              Revoke
            </Button>
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
