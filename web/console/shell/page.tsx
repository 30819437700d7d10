import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { useNow } from "../api/clock.ts";
import { useOrganization } from "../api/session.ts";
import { OrganizationTimes, type TimesOf, ZoneNote } from "../dates/time-zone.tsx";
import { Freshness, OldIsGray, OldNote, useOld } from "./freshness.tsx";
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
  /** The only times of a list that says how long ago they were: up to a day, that is the same in all zones. */
  ago?: (string | null)[] | undefined;
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
  const { back, title, state, number, about, times, ago, actions } = props;
  const { menu, paperHead, children } = props;
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
      <div
        className={`page-head${paperHead === undefined ? "" : " no-print"}`}
        data-number={number === undefined ? undefined : true}
      >
        {back && <div className="page-back">{back}</div>}
        <Group gap="4px 12px" className="page-title">
          <Title order={1}>
            <bdi>{withoutBidiControls(title)}</bdi>
          </Title>
          {state}
        </Group>
        <Stack gap={4} className="page-about">
          <OldNote />
          {number !== undefined && <OldIsGray>{number}</OldIsGray>}
          {about !== undefined && (
            <Text c="dimmed" maw={720}>
              {about}
            </Text>
          )}
          {times !== undefined && <Zone ago={ago} />}
        </Stack>
        {(actions || menu) && (
          <Group gap="xs" className="page-actions">
            {actions}
            {menu && <MoreMenu label={`More for ${title}`}>{menu}</MoreMenu>}
          </Group>
        )}
      </div>
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

/** Names the zone where a time is shown, as all are while the page is old. */
function Zone({ ago }: Pick<PageProps, "ago">) {
  const old = useOld();
  const now = useNow();
  const hasTime = (at: string | null) => at && (old || now - Date.parse(at) >= 86_400_000);
  return (!ago || ago.some(hasTime)) && <ZoneNote />;
}
