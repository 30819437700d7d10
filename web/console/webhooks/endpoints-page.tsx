import { Alert, Button, Code, Stack, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CreatedEndpoint, EndpointView } from "../../../api/private/webhooks.ts";
import { useOrganization } from "../api/session.ts";
import { useCreationHash } from "../shell/creation-hash.ts";
import { DocsLink } from "../shell/docs-link.tsx";
import { Page } from "../shell/page.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { EmptyList, QueryStates } from "../shell/query-states.tsx";
import { StackedCell, StackedTable } from "../tables/stacked-table.tsx";
import { CreateEndpointDialog } from "./create-endpoint-dialog.tsx";
import { filterSummary } from "./filter-choices.ts";
import { CountOrMore, HealthBadge, HealthSentences } from "./health.tsx";
import { withWebhooks } from "./needs-webhooks.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { SendNowDialog } from "./send-now-dialog.tsx";
import { endpointName, endpointsQuery } from "./webhook-queries.ts";

export const EndpointsPage = withWebhooks("Webhooks", Endpoints);

const heads = ["Endpoint", "Health", "Waiting", "Failed in a day", "Events"];

/** Where the organization receives its events. */
function Endpoints() {
  const { id } = useOrganization();
  const [creating, { open, close }] = useDisclosure();
  useCreationHash(open);
  const [created, setCreated] = useState<CreatedEndpoint>();
  const query = useQuery(endpointsQuery(id));
  const isFull = query.data !== undefined && query.data.endpoints.length >= query.data.maximum;
  const add = (
    <Button onClick={open} disabled={query.data === undefined || isFull}>
      Create endpoint
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      times="viewer"
      about={
        <>
          Each time something is counted, the service sends a signed request to your endpoints.{" "}
          <DocsLink to="integrators/webhooks">How to receive them</DocsLink>
        </>
      }
      actions={query.data?.endpoints.length === 0 ? undefined : add}
    >
      <QueryStates query={query}>
        {({ endpoints, maximum }) => (
          <>
            {isFull && (
              <Alert color="yellow">
                The organization already has {maximum} endpoints, the maximum. Delete one to create
                another.
              </Alert>
            )}
            {endpoints.length > 0 && <EndpointTable endpoints={endpoints} maximum={maximum} />}
            {endpoints.length === 0 && (
              <EmptyList title="There are no endpoints yet">
                <Text>
                  Enter the URL of a program of yours. You can check it with a test delivery before
                  anything is counted.
                </Text>
                {add}
              </EmptyList>
            )}
          </>
        )}
      </QueryStates>
      {creating && <CreateEndpointDialog onClose={close} onCreated={setCreated} />}
      {created !== undefined && (
        <NewSecret created={created} onClose={() => setCreated(undefined)} />
      )}
    </Page>
  );
}

function EndpointTable({ endpoints, maximum }: { endpoints: EndpointView[]; maximum: number }) {
  return (
    <Stack gap="xs">
      <StackedTable label="Endpoints" heads={heads}>
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </StackedTable>
      <Text size="sm" c="dimmed">
        {endpoints.length} of {maximum} endpoints. “Last success” may be a minute behind.
      </Text>
    </Stack>
  );
}

function EndpointRow({ endpoint }: { endpoint: EndpointView }) {
  const { id: organizationId } = useOrganization();
  const { id, name, url, events, filter, health, pausedAt } = endpoint;
  const [sending, { open, close }] = useDisclosure();
  return (
    <Table.Tr role="row">
      <StackedCell head="Endpoint" title>
        <PageLink
          fz="sm"
          to="/organizations/$organizationId/settings/webhooks/$endpointId"
          params={{ organizationId, endpointId: id }}
        >
          <bdi>{endpointName(endpoint)}</bdi>
        </PageLink>
        {name !== null && (
          <Text size="sm" fw={400} c="dimmed">
            <bdi>{endpointName({ name: null, url })}</bdi>
          </Text>
        )}
      </StackedCell>
      <StackedCell head="Health">
        <Stack gap={4} align="flex-start">
          <HealthBadge {...endpoint} />
          <HealthSentences {...endpoint} />
        </Stack>
      </StackedCell>
      <StackedCell head="Waiting">
        <Stack gap={4} align="flex-start">
          <span>
            <CountOrMore count={health.waiting} exact={health.countsAreExact} />
          </span>
          {health.waiting > 0 && pausedAt === null && (
            <Button variant="default" size="compact-xs" onClick={open}>
              Send now
            </Button>
          )}
        </Stack>
        {sending && <SendNowDialog endpoint={endpoint} onClose={close} />}
      </StackedCell>
      <StackedCell head="Failed in a day">
        <CountOrMore count={health.failedLastDay} exact={health.countsAreExact} />
      </StackedCell>
      <StackedCell head="Events">
        <Stack gap={2} align="flex-start">
          {events.map((type) => (
            <Code key={type} className="whole">
              {type}
            </Code>
          ))}
          {filter !== null && (
            <Text size="sm" c="dimmed">
              of {filterSummary(filter)}
            </Text>
          )}
        </Stack>
      </StackedCell>
    </Table.Tr>
  );
}

/** The secret of a new endpoint, and the way to a first check. */
function NewSecret(props: { created: CreatedEndpoint; onClose: () => void }) {
  const { created, onClose } = props;
  const { id: organizationId } = useOrganization();
  const navigate = useNavigate();
  const check = () => {
    onClose();
    void navigate({
      to: "/organizations/$organizationId/settings/webhooks/$endpointId",
      params: { organizationId, endpointId: created.endpoint.id },
      hash: "check",
      // They have just said that they have the secret.
      ignoreBlocker: true,
    });
  };
  return (
    <SecretDialog
      secret={created.secret}
      endpointId={created.endpoint.id}
      title="Save this secret now"
      onClose={onClose}
      more={
        <Button variant="default" onClick={check}>
          I have saved it, check the endpoint
        </Button>
      }
    >
      It is shown only once: the service stores it encrypted. Your receiver uses it to verify that a
      delivery comes from us.
    </SecretDialog>
  );
}
