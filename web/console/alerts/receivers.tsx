import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import type { CounterView } from "../../../api/private/counters.ts";
import type { HearerList } from "../../../api/private/notices.ts";
import type { EndpointView } from "../../../api/private/webhooks.ts";
import { useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { mailboxUrl } from "../notices/mail-setting.ts";
import { alertHearersQuery } from "../notices/notice-queries.ts";
import { Foreign } from "../shell/foreign.tsx";
import { endpointName, endpointsQuery } from "../webhooks/webhook-queries.ts";

interface ReceiversProps {
  scope: "counter" | "group";
  /** Null until it is chosen. */
  targetId: string | null;
}

/** Which endpoints receive it when an alert fires, who gets a mail, and which chat channels a message. */
export function Receivers({ scope, targetId }: ReceiversProps) {
  const { id } = useOrganization();
  const { data } = useQuery(endpointsQuery(id));
  const { data: all } = useQuery({ ...allCountersQuery(id), enabled: scope === "counter" });
  const sendsMail = mailboxUrl() !== undefined;
  const { data: list, isLoading } = useQuery({ ...alertHearersQuery(id), enabled: sendsMail });
  const target = { scope, targetId };
  const receivers = receiversOf(target, { endpoints: data?.endpoints, counters: all?.counters });
  // Buttons below do not move when it is known.
  const twoLines = "2.6rem";
  if (receivers === undefined || isLoading) return <Text mih={twoLines} />;
  return (
    <Text size="sm" c="dimmed" mih={twoLines}>
      {receivers.length === 0
        ? "No webhook endpoint receives its firings. They are listed on this page."
        : "When it fires, it is sent to "}
      {receivers.map((endpoint, index) => (
        <Fragment key={endpoint.id}>
          {index > 0 && ", "}
          <Foreign>{endpointName(endpoint, receivers)}</Foreign>
          {endpoint.pausedAt !== null && " (paused)"}
        </Fragment>
      ))}
      {receivers.length > 0 && "."}
      {list && (list.hearers.length === 0 ? " Nobody gets a mail yet." : " By mail: ")}
      {list && <Names of={list.hearers.map(({ memberId, name }) => ({ id: memberId, name }))} />}
      {list && list.channels.length > 0 && " In chat: "}
      {list && <Names of={list.channels} />}
    </Text>
  );
}

/** Named of those who hear of it in one way. */
const mostNamed = 2;

function Names({ of: all }: { of: HearerList["channels"] }) {
  if (all.length === 0) return null;
  // Who is one more is named, too.
  const named = all.length === mostNamed + 1 ? all : all.slice(0, mostNamed);
  const more = all.length - named.length;
  return (
    <>
      {named.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && (index === all.length - 1 ? " and " : ", ")}
          <Foreign>{name}</Foreign>
        </Fragment>
      ))}
      {more > 0 && ` and ${more.toLocaleString()} more`}.
    </>
  );
}

interface Known<Endpoint> {
  endpoints: Endpoint[] | undefined;
  counters: Pick<CounterView, "id" | "groupId">[] | undefined;
}

/** The endpoints that receive its firings; undefined until all is loaded that decides it. */
export function receiversOf<Endpoint extends Pick<EndpointView, "events" | "filter">>(
  { scope, targetId }: ReceiversProps,
  { endpoints, counters }: Known<Endpoint>,
): Endpoint[] | undefined {
  const isCounter = scope === "counter" && targetId !== null;
  if (endpoints === undefined || (isCounter && counters === undefined)) return undefined;
  // A counter's firings are also those of its group.
  const groupId = isCounter ? counters?.find(({ id }) => id === targetId)?.groupId : targetId;
  return endpoints.filter(({ events, filter }) => {
    const passes =
      filter === null ||
      targetId === null ||
      filter.counterIds.includes(targetId) ||
      filter.groupIds.includes(groupId ?? "");
    return events.includes("threshold.alert.fired") && passes;
  });
}
