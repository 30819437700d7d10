import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { useOrganization } from "../api/session.ts";
import { OrganizationTimes, type TimesOf, ZoneNote } from "../dates/time-zone.tsx";
import { Freshness, OldIsGray, OldNote } from "./freshness.tsx";
import { MoreMenu } from "./more-menu.tsx";

interface PageProps {
  /** Above the title, the link to the list that the page's thing is in. */
  back?: ReactNode;
  title: string;
  /** Beside the title, a StatePill. */
  state?: ReactNode;
  /** The number that the page is about, with what it is of. */
  number?: ReactNode;
  /** One sentence on what the page is for. */
  about?: ReactNode;
  /** Whose time zone its times are in; the viewer’s unless given. The page says it where they differ. */
  times?: TimesOf;
  /** At the right: one primary action, and few others. */
  actions?: ReactNode;
  /** Entries of the menu beside them: rare and destructive actions. */
  menu?: ReactNode;
  /** What stands on paper in place of all that. */
  paperHead?: ReactNode;
  children: ReactNode;
}

/**
 * A page of an organization, whose title is also that of the browser's tab. It says when what it shows
 * could not be read again, and shows it in gray.
 */
export function Page(props: PageProps) {
  const { back, title, state, number, about, times, actions, menu, paperHead, children } = props;
  const { name } = useOrganization();
  useEffect(() => {
    document.title = withoutBidiControls(`${title} · ${name}`);
  }, [title, name]);
  const page = (
    <Stack gap="lg">
      {paperHead !== undefined && (
        <header className="print-only">
          {paperHead}
          <OldNote />
        </header>
      )}
      <Group
        justify="space-between"
        align="flex-start"
        gap="sm"
        className={paperHead === undefined ? undefined : "no-print"}
      >
        <Stack gap={4} maw={720} miw={0}>
          {back}
          <Group gap="sm">
            <Title order={1}>
              <bdi>{withoutBidiControls(title)}</bdi>
            </Title>
            {state}
          </Group>
          <OldNote />
          {number !== undefined && <OldIsGray>{number}</OldIsGray>}
          {about !== undefined && <Text c="dimmed">{about}</Text>}
          {times !== undefined && <ZoneNote />}
        </Stack>
        <Group gap="xs">
          {actions}
          {menu && <MoreMenu label={`More for ${title}`}>{menu}</MoreMenu>}
        </Group>
      </Group>
      <OldIsGray>
        <Stack gap="lg">{children}</Stack>
      </OldIsGray>
    </Stack>
  );
  return (
    <Freshness>
      {times === "organization" ? <OrganizationTimes>{page}</OrganizationTimes> : page}
    </Freshness>
  );
}
