import { Button, Group, Menu, NativeSelect, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { EmbedView } from "../../../api/private/embeds.ts";
import { isCounterId } from "../../../core/counters/counter-names.ts";
import { isolated } from "../../../core/messages.ts";
import { change, isMissing } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Time } from "../dates/time.tsx";
import { useConfirmed } from "../dialogs/confirm-button.tsx";
import { useOpened } from "../dialogs/use-opened.ts";
import { Foreign } from "../shell/foreign.tsx";
import { Page } from "../shell/page.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { LoadingPage, MissingThing } from "../shell/page-states.tsx";
import { EmptyList, QueryStates } from "../shell/query-states.tsx";
import { EmbedBuilder } from "./embed-builder.tsx";
import { EmbedDialog } from "./embed-dialog.tsx";
import { embedName, embedsQuery, lastFour, shownThingQuery, type Target } from "./embed-queries.ts";
import "./embeds.css";

const here = "/organizations/$organizationId/embeds/$targetId";

/** How the embeds of a counter or a group look, with what puts them elsewhere. */
export function EmbedsPage() {
  const { id: organizationId } = useOrganization();
  const { targetId } = useParams({ from: here });
  const target = { organizationId, targetId };
  const { data: thing, error } = useQuery(shownThingQuery(target));
  if (thing === null || isMissing(error)) {
    return <MissingThing thing={isCounterId(targetId) ? "counter" : "group"} />;
  }
  if (thing !== undefined) return <EmbedsOf key={targetId} target={target} thing={thing} />;
  if (error !== null) throw error;
  return <LoadingPage />;
}

interface EmbedsOfProps {
  target: Target;
  thing: { name: string; whole: number | null };
}

function EmbedsOf({ target, thing: { name, whole } }: EmbedsOfProps) {
  const ofGroup = !isCounterId(target.targetId);
  const query = useQuery(embedsQuery(target));
  const { embed: wanted } = useSearch({ from: here });
  const [creating, { open, close }] = useOpened();
  const shown = query.data?.find((each) => lastFour(each) === wanted) ?? query.data?.[0];
  return (
    <Page
      back={
        <PageLink
          size="sm"
          className="no-print"
          to={`/organizations/$organizationId/${ofGroup ? "groups/$groupId" : "counters/$counterId"}`}
          params={{ ...target, counterId: target.targetId, groupId: target.targetId }}
          hash="embeds"
        >
          <Foreign>{name}</Foreign>
        </PageLink>
      }
      title="Embeds"
      actions={
        <Button variant="default" onClick={open}>
          Create embed
        </Button>
      }
      menu={shown && <RevokeEntry target={target} embed={shown} />}
    >
      <QueryStates query={query}>
        {(embeds) => {
          if (shown === undefined) {
            return (
              <EmptyList title="No embeds yet">
                <Text>An embed shows the count on another page or a screen.</Text>
                <Button onClick={open}>Create the first embed</Button>
              </EmptyList>
            );
          }
          return (
            <Stack gap="md">
              <ChosenEmbed {...{ target, embeds, name }} embed={shown} />
              <EmbedBuilder
                key={shown.sessionId}
                embed={shown}
                ofGroup={ofGroup}
                hasBar={whole !== null}
              />
            </Stack>
          );
        }}
      </QueryStates>
      {creating && <EmbedDialog target={target} onClose={close} />}
    </Page>
  );
}

interface ChosenEmbedProps {
  target: Target;
  embeds: EmbedView[];
  embed: EmbedView;
  /** Of what it shows. */
  name: string;
}

/** Which embed it is about, and where there are several, another one. */
function ChosenEmbed({ target, embeds, embed, name }: ChosenEmbedProps) {
  const navigate = useNavigate();
  return (
    <Group gap="sm">
      {embeds.length > 1 ? (
        <NativeSelect
          aria-label="Embed"
          value={lastFour(embed)}
          data={embeds.map((each) => ({ value: lastFour(each), label: isolated(embedName(each)) }))}
          onChange={({ currentTarget }) =>
            void navigate({ to: here, params: target, search: { embed: currentTarget.value } })
          }
        />
      ) : (
        <Text fw={600}>
          <Foreign>{embed.note ?? name}</Foreign>
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Created <Time at={embed.createdAt} precision="day" />
      </Text>
    </Group>
  );
}

function RevokeEntry({ target, embed }: Pick<ChosenEmbedProps, "target" | "embed">) {
  const { organizationId } = target;
  const { sessionId } = embed;
  const key = "DELETE /api/setup/{organizationId}/embeds/{sessionId}";
  const { ask } = useConfirmed({
    question: {
      title: "Revoke this embed?",
      text: (
        <Text size="sm">
          <Foreign>{embedName(embed)}</Foreign> disappears within seconds from the pages that show
          it. This cannot be undone.
        </Text>
      ),
      confirm: "Revoke embed",
      cancel: "Cancel",
    },
    act: () => change(key, { organizationId, sessionId }),
    reload: ["embeds"],
  });
  return (
    <Menu.Item c="var(--failing)" onClick={ask}>
      Revoke embed
    </Menu.Item>
  );
}
