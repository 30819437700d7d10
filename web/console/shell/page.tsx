import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { useOrganization } from "../api/session.ts";

interface PageProps {
  /** Above the title, the link to the list that the page's thing is in. */
  back?: ReactNode;
  title: string;
  /** One sentence on what the page is for. */
  about?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of an organization, whose title is also that of the browser's tab. */
export function Page({ back, title, about, actions, children }: PageProps) {
  const { name } = useOrganization();
  useEffect(() => {
    document.title = withoutBidiControls(`${title} · ${name}`);
  }, [title, name]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} maw={720} miw={0}>
          {back}
          <Title order={1} size="h2">
            <bdi>{title}</bdi>
          </Title>
          {about !== undefined && <Text c="dimmed">{about}</Text>}
        </Stack>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
