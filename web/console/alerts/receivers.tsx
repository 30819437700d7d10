import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { Foreign } from "../shell/foreign.tsx";
import { endpointName, endpointsQuery } from "../webhooks/webhook-queries.ts";

interface ReceiversProps {
  scope: "counter" | "group";
  /** Null until it is chosen. */
  targetId: string | null;
}

/** Which endpoints receive it when an alert fires. */
export function Receivers({ scope, targetId }: ReceiversProps) {
  const { id } = useOrganization();
  const { data } = useQuery(endpointsQuery(id));
  const { data: all } = useQuery({ ...allCountersQuery(id), enabled: scope === "counter" });
  if (data === undefined) return null;
  // A counter's firings are also those of its group.
  const groupId =
    scope === "group" ? targetId : all?.counters.find((one) => one.id === targetId)?.groupId;
  const receivers = data.endpoints.filter(({ events, filter }) => {
    const passes =
      filter === null ||
      targetId === null ||
      filter.counterIds.includes(targetId) ||
      filter.groupIds.includes(groupId ?? "");
    return events.includes("threshold.alert.fired") && passes;
  });
  return (
    <Text size="sm" c="dimmed">
      {receivers.length === 0
        ? "Nobody is told yet: no webhook endpoint receives its firings. They are listed on this page."
        : "When it fires, it is sent to "}
      {receivers.map((endpoint, index) => (
        <Fragment key={endpoint.id}>
          {index > 0 && ", "}
          <Foreign>{endpointName(endpoint)}</Foreign>
          {endpoint.pausedAt !== null && " (paused)"}
        </Fragment>
      ))}
      {receivers.length > 0 && "."}
    </Text>
  );
}
