import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useOrganization } from "../api/session.ts";
import { Time } from "../dates/time.tsx";
import { useOpened } from "../dialogs/use-opened.ts";
import { Foreign } from "../shell/foreign.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { EmptyList, QueryStates } from "../shell/query-states.tsx";
import { Section } from "../shell/section.tsx";
import { Row, type RowHead, RowTable } from "../tables/row-table.tsx";
import { EmbedDialog } from "./embed-dialog.tsx";
import { embedName, embedsQuery, lastFour } from "./embed-queries.ts";

const heads: RowHead[] = [{ name: "Name" }, { name: "Created", end: true }];

/** The embeds of a counter or a group, each with a page of its own, and new ones. */
export function Embeds({ targetId }: { targetId: string }) {
  const { id: organizationId } = useOrganization();
  const target = { organizationId, targetId };
  const query = useQuery(embedsQuery(target));
  const [creating, { open, close }] = useOpened();
  return (
    <Section
      title="Embeds"
      about="An embed shows the count on another page or a screen."
      actions={
        <Button variant="default" onClick={open}>
          Create embed
        </Button>
      }
    >
      <QueryStates query={query}>
        {(embeds) =>
          embeds.length === 0 ? (
            <EmptyList title="No embeds yet">
              <Text size="sm">Create one, then send its link or put its markup into a page.</Text>
            </EmptyList>
          ) : (
            <RowTable label="Embeds" heads={heads}>
              {embeds.map((embed) => (
                <Row
                  key={embed.sessionId}
                  id={embed.sessionId}
                  heads={heads}
                  cells={[
                    <PageLink
                      key="name"
                      inherit
                      className="row-link"
                      to="/organizations/$organizationId/embeds/$targetId"
                      params={target}
                      search={{ embed: lastFour(embed) }}
                    >
                      <Foreign>{embedName(embed)}</Foreign>
                    </PageLink>,
                    <Time key="created" at={embed.createdAt} precision="day" />,
                  ]}
                />
              ))}
            </RowTable>
          )
        }
      </QueryStates>
      {creating && <EmbedDialog target={target} onClose={close} />}
    </Section>
  );
}
