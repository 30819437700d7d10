import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { useOrganization } from "../api/session.ts";
import { OrganizationTimes, type TimesOf, ZoneNote } from "../dates/time-zone.tsx";

interface PageProps {
  /** Above the title, the link to the list that the page's thing is in. */
  back?: ReactNode;
  title: string;
  /** One sentence on what the page is for. */
  about?: ReactNode;
  /** Whose time zone its times are in; the viewer’s unless given. The page says it where they differ. */
  times?: TimesOf;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of an organization, whose title is also that of the browser's tab. */
export function Page(props: PageProps) {
  const { back, title, about, times, actions, children } = props;
  const { name } = useOrganization();
  useEffect(() => {
    document.title = withoutBidiControls(`${title} · ${name}`);
  }, [title, name]);
  const page = (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} maw={720} miw={0}>
          {back}
          <Title order={1} size="h2">
            <bdi>{title}</bdi>
          </Title>
          {about !== undefined && <Text c="dimmed">{about}</Text>}
          {times !== undefined && <ZoneNote />}
        </Stack>
        {actions}
      </Group>
      {children}
    </Stack>
  );
  return times === "organization" ? <OrganizationTimes>{page}</OrganizationTimes> : page;
}
