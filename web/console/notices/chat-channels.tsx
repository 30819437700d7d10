import { Anchor, Button, Code, Group, Menu, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ChatChannelView } from "../../../api/private/notices.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { type NoticeKind, noticeKinds } from "../../../core/members/preferences.ts";
import { planTells } from "../../../core/notices/who-hears.ts";
import { change, read } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { useConfirmed } from "../dialogs/confirm-button.tsx";
import { useOpened } from "../dialogs/use-opened.ts";
import { showError } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { MoreMenu } from "../shell/more-menu.tsx";
import { EmptyList, QueryStates } from "../shell/query-states.tsx";
import { Section } from "../shell/section.tsx";
import { StatePill } from "../shell/state-pill.tsx";
import { Facts, Row, type RowHead, RowTable } from "../tables/row-table.tsx";
import { AddChannelDialog, EditChannelDialog } from "./channel-dialogs.tsx";
import { kindNames } from "./kind-names.ts";

function channelsQuery(organizationId: string) {
  return queryOptions({
    queryKey: [organizationId, "channels"],
    queryFn: () => read("GET /api/webhooks/{organizationId}/channels", { organizationId }),
    refetchInterval: 30_000,
  });
}

function namesOf(kinds: NoticeKind[]): string {
  return kinds.map((kind) => kindNames[kind]).join(", ");
}

const heads: RowHead[] = [
  { name: "Name" },
  { name: "State" },
  { name: "Last error", wide: true },
  { name: "Events", wide: true },
  { name: "URL", wide: true },
  { name: "Actions", wide: true, end: true },
];

/** Where a team reads what happens; for owners, where the service sends notices at all. */
export function ChatChannels() {
  const { id, plan } = useOrganization();
  const query = useQuery(channelsQuery(id));
  const offered = namesOf(noticeKinds.filter((kind) => planTells(kind, plan))).toLowerCase();
  const [adding, { open, close }] = useOpened();
  const [edited, setEdited] = useState<ChatChannelView>();
  if (query.data?.maximum === 0) return null;
  const isFull = query.data !== undefined && query.data.channels.length >= query.data.maximum;
  const add = (
    <Button variant="default" onClick={open} disabled={query.data === undefined || isFull}>
      Add chat channel
    </Button>
  );
  return (
    <Section
      title="Chat channels"
      anchor="chat"
      about="Incoming webhooks of Slack, Mattermost and the like, in the organization’s language."
      actions={query.data?.channels.length !== 0 && add}
    >
      <QueryStates query={query}>
        {({ channels, maximum }) =>
          channels.length === 0 ? (
            <EmptyList title="There are no chat channels yet">
              <Text>Add one, and your team reads in its chat what you choose: {offered}.</Text>
              {add}
            </EmptyList>
          ) : (
            <>
              <RowTable label="Chat channels" heads={heads} opens="narrow">
                {channels.map((channel) => (
                  <ChannelRow
                    key={channel.id}
                    channel={channel}
                    onEdit={() => setEdited(channel)}
                  />
                ))}
              </RowTable>
              <Text size="sm" c="dimmed">
                {channels.length} of {maximum} channels
                {channels.some(({ stoppedAt }) => stoppedAt !== null) &&
                  ". What has stopped is gone, says its server: a test message that arrives starts it again."}
              </Text>
            </>
          )
        }
      </QueryStates>
      {adding && <AddChannelDialog onClose={close} />}
      {edited && <EditChannelDialog channel={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  );
}

interface ChannelRowProps {
  channel: ChatChannelView;
  onEdit: () => void;
}

function ChannelRow({ channel, onEdit }: ChannelRowProps) {
  const { plan } = useOrganization();
  const { id, name, kinds, host, lastFour, lastError } = channel;
  const heard = kinds.filter((kind) => planTells(kind, plan));
  const test = useTest(channel);
  const remove = useRemoval(channel);
  const spoken = withoutBidiControls(name);
  const facts: [name: string, value: ReactNode][] = [
    ["Last error", lastError === null ? "None" : <Foreign key="error">{lastError}</Foreign>],
    ["Events", heard.length === 0 ? "Nothing on this plan" : namesOf(heard)],
    ["URL", <Host key="url" host={host} lastFour={lastFour} />],
  ];
  return (
    <Row
      id={id}
      heads={heads}
      opens={name}
      cells={[
        <Foreign key="name">{name}</Foreign>,
        <State key="state" channel={channel} />,
        ...facts.map(([, value]) => value),
        <MoreMenu key="menu" label={`More for ${spoken}`} isQuiet>
          <Menu.Item onClick={() => test.mutate()}>Send test</Menu.Item>
          <Menu.Item onClick={onEdit}>Edit</Menu.Item>
          <Menu.Item c="var(--failing)" onClick={remove.ask}>
            Remove
          </Menu.Item>
        </MoreMenu>,
      ]}
      details={
        <Stack gap="sm">
          <Facts of={facts} />
          <Group gap="xs">
            <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
              Send test
            </Button>
            <Button variant="default" onClick={onEdit} aria-label={`Edit ${spoken}`}>
              Edit
            </Button>
            <Button variant="default" onClick={remove.ask} aria-label={`Remove ${spoken}`}>
              Remove
            </Button>
          </Group>
        </Stack>
      }
    />
  );
}

function State({ channel: { stoppedAt, failingSince } }: { channel: ChatChannelView }) {
  if (stoppedAt !== null) return <StatePill tone="failing" word="Stopped" since={stoppedAt} />;
  if (failingSince !== null)
    return <StatePill tone="failing" word="Failing" since={failingSince} />;
  return <StatePill tone="live" word="Works" />;
}

/** On this machine, the host is the page of `npm start` on which the messages are. */
function Host({ host, lastFour }: Pick<ChatChannelView, "host" | "lastFour">) {
  const isHere = host.startsWith("localhost:");
  return (
    <>
      {isHere ? (
        <Anchor inherit href={`http://${host}`}>
          {host}
        </Anchor>
      ) : (
        <Foreign>{host}</Foreign>
      )}{" "}
      <Code>…{lastFour}</Code>
    </>
  );
}

function useTest({ id: channelId }: ChatChannelView) {
  const { id: organizationId } = useOrganization();
  const reload = useReload();
  return useMutation({
    mutationFn: () =>
      change("POST /api/webhooks/{organizationId}/channels/{channelId}/test", {
        ...{ organizationId, channelId },
      }),
    onSuccess: ({ refusal }) =>
      refusal === null
        ? notifications.show({ message: "The test message has arrived." })
        : notifications.show({
            color: "red",
            title: "The test message did not arrive",
            message: refusal,
          }),
    onError: showError,
    onSettled: () => reload("channels"),
  });
}

function useRemoval({ id: channelId, name }: ChatChannelView) {
  const { id: organizationId } = useOrganization();
  return useConfirmed({
    question: {
      title: "Remove the chat channel?",
      text: (
        <Text>
          Nothing is sent to “<Foreign>{name}</Foreign>” any more. Its URL cannot be shown again.
        </Text>
      ),
      confirm: "Remove chat channel",
      cancel: "Keep it",
    },
    act: () =>
      change("DELETE /api/webhooks/{organizationId}/channels/{channelId}", {
        ...{ organizationId, channelId },
      }),
    onDone: () => notifications.show({ message: "The chat channel is removed." }),
    reload: ["channels"],
  });
}
