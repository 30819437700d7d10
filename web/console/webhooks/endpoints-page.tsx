import { Button, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CreatedEndpoint, EndpointView } from "../../../api/private/webhooks.ts";
import { useOrganization } from "../api/session.ts";
import { Ago } from "../dates/time.tsx";
import { useOpened } from "../dialogs/use-opened.ts";
import { showCreated, useCreatedClass } from "../shell/created.tsx";
import { useCreationHash } from "../shell/creation-hash.ts";
import { DocsLink } from "../shell/docs-link.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { Page } from "../shell/page.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { EmptyList, Maximum, QueryStates } from "../shell/query-states.tsx";
import { RowCell, RowTable } from "../tables/row-table.tsx";
import { CreateEndpointDialog } from "./create-endpoint-dialog.tsx";
import { filterSummary } from "./filter-choices.ts";
import { CountOrMore, EndpointState } from "./health.tsx";
import { withWebhooks } from "./needs-webhooks.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { SendNowDialog } from "./send-now-dialog.tsx";
import { endpointName, endpointsQuery } from "./webhook-queries.ts";

export const EndpointsPage = withWebhooks("Endpoints", Endpoints);

const heads = [
  { name: "Endpoint" },
  { name: "State" },
  { name: "Receives", wide: true },
  { name: "Last success", wide: true },
  { name: "Given up in a day", wide: true, end: true },
  { name: "Waiting", wide: true, end: true },
  { name: "Actions", wide: true, end: true },
];
const [endpointHead, state, receives, success, failed, waiting, actions] = heads;

/** Where the organization receives its events. */
function Endpoints() {
  const { id } = useOrganization();
  const [creating, { open, close }] = useOpened();
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
      title="Endpoints"
      times="viewer"
      ago={query.data?.endpoints.map(({ health }) => health.lastSuccessAt)}
      about={
        <>
          Each count is sent to your endpoints as a signed request.{" "}
          <DocsLink to="integrators/webhooks">How to receive it</DocsLink>
        </>
      }
      actions={query.data?.endpoints.length === 0 ? undefined : add}
    >
      <QueryStates query={query}>
        {({ endpoints, maximum }) => (
          <>
            {isFull && (
              <Maximum of={`${maximum} endpoints`} remedy="Delete one to create another." />
            )}
            {endpoints.length > 0 && <EndpointTable endpoints={endpoints} maximum={maximum} />}
            {endpoints.length === 0 && (
              <EmptyList title="There are no endpoints yet">
                <Text>Enter the URL of a program of yours; a test delivery checks it.</Text>
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
      <RowTable label="Endpoints" heads={heads}>
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </RowTable>
      <Text size="sm" c="dimmed">
        {endpoints.length} of {maximum} endpoints
      </Text>
    </Stack>
  );
}

function EndpointRow({ endpoint }: { endpoint: EndpointView }) {
  const { id: organizationId } = useOrganization();
  const { id, health, pausedAt } = endpoint;
  const { lastSuccessAt, lastError, failingSince, countsAreExact: exact } = health;
  // For a retry, or since a pause.
  const waits = health.waiting + health.heldBack;
  const [sending, { open, close }] = useOpened();
  const count = <CountOrMore count={waits} exact={exact} />;
  return (
    <Table.Tr className={useCreatedClass(id)}>
      <RowCell head={endpointHead}>
        <div className="row-pair">
          <PageLink
            inherit
            className="row-link"
            to="/organizations/$organizationId/settings/webhooks/$endpointId"
            params={{ organizationId, endpointId: id }}
          >
            <Foreign>{endpointName(endpoint)}</Foreign>
          </PageLink>
          <span className="row-dim">
            {waits > 0 && <span className="row-narrow">{count} waiting · </span>}
            <Place {...endpoint} />
          </span>
        </div>
      </RowCell>
      <RowCell head={state}>
        <EndpointState {...endpoint} />
      </RowCell>
      <RowCell head={receives}>
        <Receives {...endpoint} />
      </RowCell>
      <RowCell head={success}>
        {lastSuccessAt !== null && <Ago at={lastSuccessAt} />}
        {failingSince !== null && (
          <span className="row-dim" title={lastError ?? undefined}>
            {lastSuccessAt !== null && " · "}
            <Foreign>{lastError}</Foreign>
          </span>
        )}
      </RowCell>
      <RowCell head={failed}>
        <CountOrMore count={health.failedLastDay} exact={exact} />
      </RowCell>
      <RowCell head={waiting}>{count}</RowCell>
      <RowCell head={actions}>
        {waits > 0 && pausedAt === null && (
          <Button variant="default" size="compact-xs" className="row-above" onClick={open}>
            Send now
          </Button>
        )}
        {sending && <SendNowDialog endpoint={endpoint} onClose={close} />}
      </RowCell>
    </Table.Tr>
  );
}

/** What its name does not say of its URL: where there is little room, how it begins and ends. */
function Place({ name, url }: EndpointView) {
  const { host, pathname } = new URL(url);
  const place = (name === null ? "" : host) + (pathname === "/" ? "" : pathname);
  return (
    <span className="cut-middle">
      <Foreign>{place.slice(0, -8)}</Foreign>
      <Foreign>{place.slice(-8)}</Foreign>
    </span>
  );
}

/** Its events, and of what, in a few words. */
function Receives({ events, filter }: EndpointView) {
  const of = filter === null ? "" : ` of ${filterSummary(filter)}`;
  const words = events.map((type) => type.split(".").at(-1));
  return <span title={`${events.join(", ")}${of}`}>{`${words.join(", ")}${of}`}</span>;
}

/** The secret of a new endpoint, and the way to a first check. */
function NewSecret(props: { created: CreatedEndpoint; onClose: () => void }) {
  const { created, onClose } = props;
  const { id: organizationId } = useOrganization();
  const navigate = useNavigate();
  const { id: endpointId } = created.endpoint;
  const saved = () => {
    onClose();
    showCreated(endpointId, "The endpoint was created.");
  };
  const check = () => {
    saved();
    void navigate({
      to: "/organizations/$organizationId/settings/webhooks/$endpointId",
      params: { organizationId, endpointId },
      hash: "check",
      // They have just said that they have the secret.
      ignoreBlocker: true,
    });
  };
  return (
    <SecretDialog
      secret={created.secret}
      endpointId={endpointId}
      title="Save this secret now"
      onClose={saved}
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
