import { Alert, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DeliveryPageView } from "../../../api/private/deliveries.ts";
import type { EndpointView } from "../../../api/private/webhooks.ts";
import { deliveryDays } from "../../../core/limits.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Ago, Time, Until } from "../dates/time.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { Section } from "../shell/section.tsx";
import { FailedLastDay } from "./failed-attempts.tsx";
import { CountOrMore, HealthSentences } from "./health.tsx";

interface EndpointNowProps {
  endpoint: EndpointView;
  sendNow: () => void;
}

/** What waits, what failed, and why. */
export function EndpointNow({ endpoint, sendNow }: EndpointNowProps) {
  const { id: organizationId } = useOrganization();
  const { id, health } = endpoint;
  const { waiting, heldBack, failedLastDay, countsAreExact: exact } = health;
  const { lastErrorAt, lastError, lastSuccessAt } = health;
  const isPaused = endpoint.pausedAt !== null;
  const isSomethingLeft = waiting > 0 || heldBack > 0 || failedLastDay > 0;
  const isWell = !isSomethingLeft && !isPaused && health.failingSince === null && !health.slow;
  return (
    <Section
      title="Now"
      anchor="now"
      actions={
        <PageLink
          size="sm"
          to="/organizations/$organizationId/settings/deliveries"
          params={{ organizationId }}
          search={{ endpoint: id }}
        >
          Show deliveries
        </PageLink>
      }
    >
      <Notice endpoint={endpoint} />
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Group gap="xl" align="flex-start">
            <Group gap="xl" align="flex-start" flex={1} grow preventGrowOverflow={false}>
              <Figure value={<CountOrMore count={waiting} exact={exact} />}>
                {isPaused ? "waiting until it is resumed" : "waiting for a retry"}
                {waiting > 0 && !isPaused && <NextRetry endpointId={id} />}
              </Figure>
              {heldBack > 0 && (
                <Figure value={<CountOrMore count={heldBack} exact={exact} />}>
                  held back by a pause
                </Figure>
              )}
              <Figure value={<CountOrMore count={failedLastDay} exact={exact} />}>
                given up in the last day
              </Figure>
              <Figure value={lastSuccessAt === null ? "–" : <Ago at={lastSuccessAt} />}>
                last success
              </Figure>
            </Group>
            {isSomethingLeft && !isPaused && (
              <Button variant="default" onClick={sendNow}>
                Send now
              </Button>
            )}
          </Group>
          {isWell ? <FailedLastDay endpointId={id} /> : <HealthSentences health={health} />}
          {health.failingSince === null && lastErrorAt !== null && (
            <Text size="sm" c="dimmed">
              Last error <Ago at={lastErrorAt} />: <Foreign>{lastError}</Foreign>.
            </Text>
          )}
        </Stack>
      </Paper>
    </Section>
  );
}

/** A number, and below it what it is. */
function Figure({ value, children }: { value: ReactNode; children: ReactNode }) {
  return (
    <div>
      <div className="section-number">{value}</div>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </div>
  );
}

/** When the next of those that wait is sent. */
function NextRetry({ endpointId }: { endpointId: string }) {
  const { id: organizationId } = useOrganization();
  const { data } = useQuery({
    queryKey: [organizationId, "deliveries", "next", endpointId],
    queryFn: () =>
      read(
        "GET /api/webhooks/{organizationId}/deliveries",
        { organizationId },
        { endpoint: endpointId, state: "retry_scheduled" },
      ),
    refetchInterval: 10_000,
  });
  const next = data && nextRetryOf(data);
  if (next === undefined) return null;
  return (
    <>
      , next {next.isExact ? "" : "at the latest "}
      <Until at={next.at} />
    </>
  );
}

/** Deliveries that wait are listed by their events: where there is another page, one of it can be earlier. */
export function nextRetryOf({ deliveries, next }: Pick<DeliveryPageView, "deliveries" | "next">) {
  const [at] = deliveries.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).sort();
  return at === undefined ? undefined : { at, isExact: next === null };
}

/** That it is paused, or that a pause or failures have left something to send. */
function Notice({ endpoint: { pausedAt, health } }: { endpoint: EndpointView }) {
  if (pausedAt !== null) {
    return (
      <Alert title="This endpoint is paused">
        Since <Time at={pausedAt} />, nothing is sent to it. Deliveries wait for {deliveryDays}{" "}
        days: resume it, then send them with Send now.
      </Alert>
    );
  }
  const isPause = health.heldBack > 0;
  if (!isPause && health.failedLastDay === 0) return null;
  return (
    <Alert
      title={
        isPause ? "A pause has held deliveries back" : "Deliveries were given up in the last day"
      }
    >
      They can be sent with Send now; the order is not guaranteed.
    </Alert>
  );
}
