import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ResponsesView } from "../../../api/private/webhooks.ts";
import { dayMs } from "../../../core/time-zone.ts";
import { isSuccessStatus } from "../../../core/webhooks/retry-schedule.ts";
import { useOrganization } from "../api/session.ts";
import { useKnownMs } from "../shell/freshness.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { plural } from "../shell/plural.ts";
import { responsesQuery } from "./webhook-queries.ts";

/** What failed in the last day at an endpoint for which nothing waits any more; nothing where nothing did. */
export function FailedLastDay({ endpointId }: { endpointId: string }) {
  const { id: organizationId } = useOrganization();
  const { data } = useQuery(responsesQuery(organizationId, endpointId));
  const now = useKnownMs();
  const failed = data && failedSince(data, now - dayMs);
  if (failed === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      {plural(failed.count, "attempt")} failed in the last day.{" "}
      {failed.isDelivered && "What they carried was delivered since. "}
      <FailedLink endpointId={endpointId} failed={failed} />
    </Text>
  );
}

/** The way to the deliveries whose attempts failed: those of their time. */
export function FailedLink({ endpointId, failed }: { endpointId: string; failed: Failed }) {
  const { id: organizationId } = useOrganization();
  const { since, until } = failed;
  return (
    <PageLink
      size="sm"
      to="/organizations/$organizationId/settings/deliveries"
      params={{ organizationId }}
      search={{ endpoint: endpointId, since, until }}
    >
      Deliveries of that time
    </PageLink>
  );
}

interface Failed {
  count: number;
  /** Whether each was sent again, as all are but those that the receiver stops. */
  isDelivered: boolean;
  /** The times of their events. */
  since: string;
  until: string;
}

/** A first attempt can wait for its queue. */
const queuedMs = 60_000;

/** The failed attempts since a moment; undefined where there are none. */
export function failedSince({ at, status }: ResponsesView, sinceMs: number): Failed | undefined {
  const failed = at.flatMap((seconds, index) => {
    const own = status[index] ?? null;
    const isFailed = own === null || !isSuccessStatus(own);
    return isFailed && 1_000 * seconds >= sinceMs ? [{ atMs: 1_000 * seconds, status: own }] : [];
  });
  if (failed.length === 0) return undefined;
  const times = failed.map(({ atMs }) => atMs).sort((one, other) => one - other);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return {
    count: failed.length,
    isDelivered: failed.every(({ status: own }) => own !== 410),
    since: new Date(first - queuedMs).toISOString(),
    until: new Date(last + 1_000).toISOString(),
  };
}
