import { Alert, Button, Code, Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Fragment } from "react";
import type { EndpointView } from "../../../api/private/webhooks.ts";
import type { EndpointFilter } from "../../../core/webhooks/endpoint-filter.ts";
import { change, isMissing } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { CopiedId } from "../copying/copied-id.tsx";
import { Time } from "../dates/time.tsx";
import { ConfirmButton } from "../dialogs/confirm-button.tsx";
import { BackLink } from "../shell/back-link.tsx";
import { showError } from "../shell/errors.tsx";
import { Page } from "../shell/page.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { MissingThing } from "../shell/page-states.tsx";
import { QueryStates } from "../shell/query-states.tsx";
import { CheckPanel } from "./check-panel.tsx";
import { EditEndpointDialog } from "./edit-endpoint-dialog.tsx";
import { filterSummary, useFilterNames } from "./filter-choices.ts";
import { CountOrMore, HealthBadge, HealthSentences } from "./health.tsx";
import { withWebhooks } from "./needs-webhooks.tsx";
import { ResponsePlot } from "./response-plot.tsx";
import { SecretPanel } from "./secret-panel.tsx";
import { SendNowDialog } from "./send-now-dialog.tsx";
import { endpointName, endpointQuery, useEndpointChange } from "./webhook-queries.ts";

export const EndpointPage = withWebhooks("Webhooks", Endpoint);

/** One endpoint: its health, a check of it, and everything that can be changed. */
function Endpoint() {
  const { id } = useOrganization();
  const { endpointId } = useParams({
    from: "/organizations/$organizationId/settings/webhooks/$endpointId",
  });
  const query = useQuery(endpointQuery(id, endpointId));
  // Here, because the notices that open it disappear while it is open.
  const [sending, { open, close }] = useDisclosure();
  const title = query.data === undefined ? "Endpoint" : endpointName(query.data);
  const back = <BackLink to="/organizations/$organizationId/settings/webhooks" />;
  if (query.data === undefined && isMissing(query.error)) {
    return <MissingThing thing="endpoint" back={back} />;
  }
  return (
    <Page
      title={title}
      times="viewer"
      back={back}
      actions={query.data && <Actions endpoint={query.data} />}
    >
      <QueryStates query={query}>
        {(endpoint) => (
          <>
            <PauseState endpoint={endpoint} sendNow={open} />
            <Summary endpoint={endpoint} sendNow={open} />
            {sending && <SendNowDialog endpoint={endpoint} onClose={close} />}
            <ResponsePlot endpointId={endpoint.id} />
            <CheckPanel endpoint={endpoint} />
            <SecretPanel endpoint={endpoint} />
            <DeletePanel endpoint={endpoint} />
          </>
        )}
      </QueryStates>
    </Page>
  );
}

function usePause({ id }: EndpointView) {
  return useEndpointChange(
    (organizationId, body: { paused: boolean }) =>
      change(
        "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/pause",
        { organizationId, endpointId: id },
        body,
      ),
    ({ pausedAt }) =>
      notifications.show({
        message:
          pausedAt === null ? "The endpoint receives events again." : "The endpoint is paused.",
      }),
  );
}

function Actions({ endpoint }: { endpoint: EndpointView }) {
  const [editing, { open, close }] = useDisclosure();
  const pause = usePause(endpoint);
  const ask = () =>
    modals.openConfirmModal({
      title: "Pause the endpoint?",
      children: (
        <Text>
          What is counted from now on is not sent to it, and retries that fall due end as paused.
          After you resume it, all of this can be recovered.
        </Text>
      ),
      labels: { confirm: "Pause", cancel: "Keep it running" },
      onConfirm: () =>
        pause.mutate(
          { paused: true },
          {
            onError: showError,
          },
        ),
    });
  return (
    <Group gap="xs">
      <Button variant="default" onClick={open}>
        Edit
      </Button>
      {endpoint.pausedAt === null && (
        <Button variant="default" onClick={ask} loading={pause.isPending}>
          Pause
        </Button>
      )}
      {editing && <EditEndpointDialog endpoint={endpoint} onClose={close} />}
    </Group>
  );
}

interface SendableProps {
  endpoint: EndpointView;
  sendNow: () => void;
}

/** That it is paused, or that a pause or failures have left something to send. */
function PauseState({ endpoint, sendNow }: SendableProps) {
  const { pausedAt, heldBackSince } = endpoint;
  const pause = usePause(endpoint);
  const isPause = heldBackSince !== null;
  if (pausedAt !== null) {
    return (
      <Alert title="This endpoint is paused">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">
            Since <Time at={pausedAt} />, nothing is sent to it.
          </Text>
          <Button onClick={() => pause.mutate({ paused: false })} loading={pause.isPending}>
            Resume
          </Button>
        </Stack>
      </Alert>
    );
  }
  if (!hasNotice(endpoint)) return null;
  return (
    <Alert
      title={
        isPause ? "A pause may have held deliveries back" : "Deliveries have failed in the last day"
      }
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          They can be sent again; the order is not guaranteed.
          {isPause && " This notice disappears once Send now has sent all of them."}
        </Text>
        <Button variant="default" onClick={sendNow}>
          Send now
        </Button>
      </Stack>
    </Alert>
  );
}

/** Whether a notice above the summary has the button. */
function hasNotice({ heldBackSince, health }: EndpointView): boolean {
  return heldBackSince !== null || health.failedLastDay > 0;
}

function Summary({ endpoint, sendNow }: SendableProps) {
  const { id: organizationId } = useOrganization();
  const { id, url, events, filter, standardWebhooks, createdAt, pausedAt, health } = endpoint;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Paper withBorder p="md">
        <Stack gap="xs" align="flex-start">
          <HealthBadge {...endpoint} />
          <HealthSentences {...endpoint} />
          <Text size="sm">
            <CountOrMore count={health.waiting} exact={health.countsAreExact} /> waiting for a
            retry, <CountOrMore count={health.failedLastDay} exact={health.countsAreExact} /> failed
            in the last day.
          </Text>
          {health.waiting > 0 && pausedAt === null && !hasNotice(endpoint) && (
            <Button variant="default" size="xs" onClick={sendNow}>
              Send now
            </Button>
          )}
          {health.failingSince === null && health.lastErrorAt !== null && (
            <Text size="sm" c="dimmed">
              Newest error <Time at={health.lastErrorAt} />: <bdi>{health.lastError}</bdi>.
            </Text>
          )}
          <PageLink
            to="/organizations/$organizationId/settings/deliveries"
            params={{ organizationId }}
            search={{ endpoint: id }}
          >
            Its deliveries
          </PageLink>
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Stack gap="xs" align="flex-start">
          <Text size="sm" fw={600}>
            Sends to
          </Text>
          <Code className="copied-value">{url}</Code>
          <Group gap={6}>
            {events.map((type) => (
              <Code key={type}>{type}</Code>
            ))}
          </Group>
          {filter !== null && <FilterSentence filter={filter} />}
          {standardWebhooks && (
            <Text size="sm">Deliveries also have the Standard Webhooks headers.</Text>
          )}
          <Text size="sm" c="dimmed">
            Added <Time at={createdAt} precision="day" />. Id <CopiedId id={id} of="endpoint" />
          </Text>
        </Stack>
      </Paper>
    </SimpleGrid>
  );
}

const shownNames = 10;

/** Of which counters and groups it receives events. */
function FilterSentence({ filter }: { filter: EndpointFilter }) {
  const names = useFilterNames()(filter);
  const shown = names.slice(0, shownNames);
  const more = names.length - shown.length;
  return (
    <Text size="sm">
      Only events of {filterSummary(filter)}
      {shown.map((name, index) => (
        // Names can be equal.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
        <Fragment key={index}>
          {index === 0 ? ": " : ", "}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
      {more > 0 && ` and ${more.toLocaleString()} more`}.
    </Text>
  );
}

function DeletePanel({ endpoint }: { endpoint: EndpointView }) {
  const { id: endpointId } = endpoint;
  const { id: organizationId } = useOrganization();
  const navigate = useNavigate();
  const key = "DELETE /api/webhooks/{organizationId}/endpoints/{endpointId}";
  return (
    <Group>
      <ConfirmButton
        label="Delete endpoint"
        variant="light"
        size="sm"
        question={{
          title: "Delete the endpoint?",
          text: (
            <Text>
              Nothing is sent to <bdi>{endpointName(endpoint)}</bdi> any more, its waiting
              deliveries are cancelled, and its secret is gone. This cannot be undone; to stop it
              for a while, pause it.
            </Text>
          ),
          confirm: "Delete",
          cancel: "Keep it",
        }}
        act={() => change(key, { organizationId, endpointId })}
        onDone={() => {
          notifications.show({ message: "The endpoint is deleted." });
          const params = { organizationId };
          void navigate({ to: "/organizations/$organizationId/settings/webhooks", params });
        }}
        reload={["endpoints", "deliveries"]}
      />
    </Group>
  );
}
