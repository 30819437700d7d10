import { Alert, Stack, Text, Timeline, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { DeliveryDetails } from "../../../../api/private/deliveries.ts";
import { isSuccessStatus } from "../../../../core/webhooks/retry-schedule.ts";
import { useOrganization } from "../../api/session.ts";
import { CopiedId } from "../../copying/copied-id.tsx";
import { CopiedValue } from "../../copying/copied-value.tsx";
import { Time, Until } from "../../dates/time.tsx";
import { Foreign } from "../../shell/foreign.tsx";
import { PageLink } from "../../shell/page-link.tsx";
import { endpointName } from "../webhook-queries.ts";
import { outcomeText } from "./delivery-state.tsx";
import { formatJson } from "./format-json.ts";
import { useEventNames } from "./use-event-names.ts";

/** A delivery in full: where it belongs, what came of its attempts, and what was sent. */
export function DeliveryDetail({ delivery }: { delivery: DeliveryDetails }) {
  return (
    <Stack gap="lg">
      <Facts delivery={delivery} />
      <Part title="Attempts">
        <Attempts delivery={delivery} />
      </Part>
      <Part title="Response to the newest attempt">
        <Response attempt={delivery.attempts.at(-1)} />
      </Part>
      <Part title="Request of the newest attempt">
        <Request delivery={delivery} />
      </Part>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  );
}

function Facts({ delivery }: { delivery: DeliveryDetails }) {
  const { id: organizationId } = useOrganization();
  const { id, endpointId, endpointUrl: url, eventId, eventAt, nextAttemptAt } = delivery;
  const eventName = useEventNames([delivery])(delivery);
  return (
    <dl className="facts">
      {nextAttemptAt !== null && (
        <Fact name="Next attempt">
          <Until at={nextAttemptAt} />
        </Fact>
      )}
      {eventName !== undefined && (
        <Fact name={delivery.alertId === null ? "Counter" : "Alert"}>
          <Foreign>{eventName}</Foreign>
        </Fact>
      )}
      <Fact name={delivery.alertId === null ? "Counted" : "Fired"}>
        <Time at={eventAt} precision="second" withZone />
      </Fact>
      <Fact name="Endpoint">
        {url === null ? (
          <>
            Deleted: <CopiedId id={endpointId} of="endpoint" />
          </>
        ) : (
          <PageLink
            inherit
            to="/organizations/$organizationId/settings/webhooks/$endpointId"
            params={{ organizationId, endpointId }}
          >
            <Foreign>{endpointName({ name: delivery.endpointName, url })}</Foreign>
          </PageLink>
        )}
      </Fact>
      <Fact name="Event">
        <CopiedId id={eventId} of="event" />
      </Fact>
      <Fact name="Delivery">
        <CopiedId id={id} of="delivery" />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Attempts({ delivery: { attempts } }: { delivery: DeliveryDetails }) {
  if (attempts.length === 0) return <Text c="dimmed">Nothing was sent.</Text>;
  return (
    <Timeline bulletSize={14} lineWidth={2} className="attempts">
      {attempts.map((attempt, index) => {
        const { at, durationMs, status, resentAt, response } = attempt;
        const isAccepted = status !== undefined && isSuccessStatus(status);
        const isNewest = index === attempts.length - 1;
        return (
          <Timeline.Item
            key={`${at} ${attempt.attempt}`}
            bullet={<i className="state-pill" data-tone={isAccepted ? "live" : "failing"} />}
            title={
              <Text component="span" fw={600} size="sm">
                Attempt {index + 1}: <Foreign>{outcomeText(attempt)}</Foreign>
              </Text>
            }
          >
            <Text size="sm" c="dimmed" className="figures">
              <Time at={at} precision="second" />, {durationMs.toLocaleString()} ms
              {resentAt !== undefined && ", resent by hand"}
            </Text>
            {!isNewest && response && (
              <ResponseBody label={`The response of attempt ${index + 1}`} body={response} />
            )}
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

function Response({ attempt }: { attempt: DeliveryDetails["attempts"][number] | undefined }) {
  if (attempt === undefined) return <Text c="dimmed">There is none.</Text>;
  return (
    <>
      <Text size="sm">
        <Foreign>{outcomeText(attempt)}</Foreign>
      </Text>
      {attempt.response ? (
        <ResponseBody label="Response body" body={attempt.response} />
      ) : (
        <Text size="sm" c="dimmed">
          Without a body.
        </Text>
      )}
    </>
  );
}

function ResponseBody({ label, body }: { label: string; body: string }) {
  return <CopiedValue label={label} value={body} copy="Copy response" />;
}

function Request({ delivery }: { delivery: DeliveryDetails }) {
  const { request, urlChangedAt, endpointUrl, eventIsStored, attempts } = delivery;
  if (request === null) {
    return <Text c="dimmed">{whyNoRequest({ attempts, endpointUrl, eventIsStored })}</Text>;
  }
  return (
    <>
      {urlChangedAt !== null && (
        <Alert color="yellow">
          The endpoint’s URL was changed <Time at={urlChangedAt} />, after this attempt. The request
          below has the new URL.
        </Alert>
      )}
      <CopiedValue
        label="Request line and headers"
        value={[
          `POST ${request.url}`,
          ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
        ].join("\n")}
        copy="Copy headers"
      />
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
        Shown on several lines for readability. The signature covers the exact bytes that were sent,
        which are what is copied.
      </Text>
    </>
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
