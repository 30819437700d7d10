import { Alert, Button, Code, Group, Paper, Stack, Text, Timeline, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { DeliveryDetails } from "../../../../api/private/deliveries.ts";
import { isSuccessStatus } from "../../../../core/webhooks/retry-schedule.ts";
import { isMissing, read } from "../../api/private-api.ts";
import { useOrganization } from "../../api/session.ts";
import { CopiedId } from "../../copying/copied-id.tsx";
import { CopiedValue } from "../../copying/copied-value.tsx";
import { Time } from "../../dates/time.tsx";
import { BackLink } from "../../shell/back-link.tsx";
import { Page } from "../../shell/page.tsx";
import { PageLink } from "../../shell/page-link.tsx";
import { MissingThing } from "../../shell/page-states.tsx";
import { QueryStates } from "../../shell/query-states.tsx";
import { withWebhooks } from "../needs-webhooks.tsx";
import { endpointName } from "../webhook-queries.ts";
import { DeliveryStateBadge, outcomeText } from "./delivery-state.tsx";
import { formatJson } from "./format-json.ts";
import { useEventNames } from "./use-event-names.ts";
import { useResend } from "./use-resend.ts";

export const DeliveryPage = withWebhooks("Deliveries", Delivery);

/** One delivery: its attempts, the request and the responses. */
function Delivery() {
  const { id } = useOrganization();
  const { deliveryId } = useParams({
    from: "/organizations/$organizationId/settings/deliveries/$deliveryId",
  });
  const query = useQuery({
    queryKey: [id, "deliveries", deliveryId],
    queryFn: () =>
      read("GET /api/webhooks/{organizationId}/deliveries/{deliveryId}", {
        organizationId: id,
        deliveryId,
      }),
    // While it waits or is being sent, its state changes by itself.
    refetchInterval: ({ state: { data } }) => (data && isGoingOn(data) ? 2_000 : false),
  });
  const resend = useResend();
  const title = query.data === undefined ? "Delivery" : titleOf(query.data);
  const back = <BackLink to="/organizations/$organizationId/settings/deliveries" />;
  if (query.data === undefined && isMissing(query.error)) {
    return <MissingThing thing="delivery" back={back} />;
  }
  return (
    <Page
      title={title}
      times="viewer"
      back={back}
      actions={
        <Button
          onClick={() => resend.mutate([deliveryId])}
          loading={resend.isPending}
          disabled={query.data?.eventIsStored !== true || query.data.endpointUrl === null}
        >
          Resend
        </Button>
      }
    >
      <QueryStates query={query}>
        {(delivery) => (
          <>
            <Facts delivery={delivery} />
            <Attempts delivery={delivery} />
            <Request delivery={delivery} />
          </>
        )}
      </QueryStates>
    </Page>
  );
}

function isGoingOn({ state }: DeliveryDetails): boolean {
  return state === "retry_scheduled" || state === "awaiting_response";
}

function titleOf({ eventType, eventId }: DeliveryDetails): string {
  return `${eventType} #${eventId.split(":").at(-1)}`;
}

function Facts({ delivery }: { delivery: DeliveryDetails }) {
  const { id: organizationId } = useOrganization();
  const { id, endpointId, endpointUrl: url, eventId, eventAt, state, nextAttemptAt } = delivery;
  const eventName = useEventNames([delivery])(delivery);
  return (
    <Paper withBorder p="md">
      <Stack gap="xs" align="flex-start">
        <Group gap="sm">
          <DeliveryStateBadge state={state} />
          {nextAttemptAt !== null && (
            <Text size="sm">
              Next attempt <Time at={nextAttemptAt} precision="second" />
            </Text>
          )}
        </Group>
        <Text size="sm">
          Event <CopiedId id={eventId} of="event" /> of{" "}
          {eventName !== undefined && (
            <>
              <bdi>{eventName}</bdi>,{" "}
            </>
          )}
          <Time at={eventAt} precision="second" withZone />
        </Text>
        <Text size="sm">
          Endpoint{" "}
          {url === null ? (
            <>
              <CopiedId id={endpointId} of="endpoint" />, which was deleted
            </>
          ) : (
            <PageLink
              to="/organizations/$organizationId/settings/webhooks/$endpointId"
              params={{ organizationId, endpointId }}
            >
              <bdi>{endpointName({ name: delivery.endpointName, url })}</bdi>
            </PageLink>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          Delivery <CopiedId id={id} of="delivery" />
        </Text>
      </Stack>
    </Paper>
  );
}

function Attempts({ delivery: { attempts } }: { delivery: DeliveryDetails }) {
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h5">
          Attempts
        </Title>
        {attempts.length === 0 && <Text c="dimmed">Nothing was sent.</Text>}
        <Timeline bulletSize={14} lineWidth={2} active={attempts.length}>
          {attempts.map((attempt, index) => {
            const isAccepted = attempt.status !== undefined && isSuccessStatus(attempt.status);
            return (
              <Timeline.Item
                key={`${attempt.at} ${attempt.attempt}`}
                color={isAccepted ? "teal" : "red"}
                title={
                  <Text fw={600} size="sm">
                    Attempt {index + 1}: <bdi>{outcomeText(attempt)}</bdi>
                  </Text>
                }
              >
                <Text size="sm" c="dimmed">
                  <Time at={attempt.at} precision="second" />, {attempt.durationMs.toLocaleString()}{" "}
                  ms
                  {attempt.resentAt !== undefined && ", resent by hand"}
                </Text>
                {attempt.response !== undefined && attempt.response !== "" && (
                  <Code
                    block
                    mt={4}
                    tabIndex={0}
                    className="copied-value"
                    aria-label={`The response of attempt ${index + 1}`}
                  >
                    {attempt.response}
                  </Code>
                )}
              </Timeline.Item>
            );
          })}
        </Timeline>
      </Stack>
    </Paper>
  );
}

function Request({ delivery }: { delivery: DeliveryDetails }) {
  const { request, urlChangedAt, endpointUrl, eventIsStored, attempts } = delivery;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h5">
          Request of the newest attempt
        </Title>
        {request === null ? (
          <Text c="dimmed">{whyNoRequest({ attempts, endpointUrl, eventIsStored })}</Text>
        ) : (
          <>
            {urlChangedAt !== null && (
              <Alert color="yellow">
                The endpoint’s URL was changed <Time at={urlChangedAt} />, after this attempt. The
                request below has the new URL.
              </Alert>
            )}
            <Code block tabIndex={0} className="copied-value" aria-label="Request line and headers">
              {[
                `POST ${request.url}`,
                ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
              ].join("\n")}
            </Code>
            <Text size="sm" c="dimmed">
              The signature is a placeholder: the secret is never shown.
            </Text>
            <CopiedValue
              label="Body"
              value={request.body}
              shown={formatJson(request.body)}
              copy="Copy body"
            />
            <Text size="sm" c="dimmed">
              Shown on several lines for readability. The signature covers the exact bytes that were
              sent, which “Copy body” copies.
            </Text>
          </>
        )}
      </Stack>
    </Paper>
  );
}

function whyNoRequest(
  of: Pick<DeliveryDetails, "attempts" | "endpointUrl" | "eventIsStored">,
): string {
  if (of.attempts.length === 0) return "Nothing was sent yet.";
  if (of.endpointUrl === null) return "It cannot be shown: the endpoint was deleted.";
  return of.eventIsStored
    ? "It cannot be shown."
    : "It cannot be shown: the event is no longer stored.";
}
