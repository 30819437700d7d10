import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { CountView } from "../../../core/counting/count-view.ts";
import { may } from "../../../core/members/role.ts";
import { planIncludesAlerts } from "../../../core/organizations/plan.ts";
import { TargetAlerts } from "../alerts/target-alerts.tsx";
import { isMissing, read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Charts } from "../charts/charts.tsx";
import { DeveloperId } from "../copying/developer-id.tsx";
import { Embeds } from "../embeds/embeds.tsx";
import { GateLinks } from "../gates/gate-links.tsx";
import { BelowZero } from "../groups/below-zero.tsx";
import { BackLink } from "../shell/back-link.tsx";
import { Page } from "../shell/page.tsx";
import { LoadingPage } from "../shell/page-states.tsx";
import { WhenNear } from "../shell/section.tsx";
import { CounterNumber, CounterState } from "./counter-head.tsx";
import { useCounterManagement } from "./counter-management.tsx";
import { HistoryPanel } from "./history/history.tsx";
import { MissingCounter } from "./missing-counter.tsx";

/** All about one counter, in sections. */
export function CounterPage() {
  const { id } = useOrganization();
  const { counterId } = useParams({ from: "/organizations/$organizationId/counters/$counterId" });
  const { data: counter, error } = useQuery({
    queryKey: [id, "counters", counterId],
    queryFn: () =>
      read("GET /api/organizations/{organizationId}/counters/{counterId}", {
        organizationId: id,
        counterId,
      }),
    refetchInterval: ({ state }) => (state.data === undefined && state.error ? false : 2_000),
    refetchIntervalInBackground: false,
  });
  if (counter !== undefined) return <LoadedCounter counter={counter} />;
  if (error === null) return <LoadingPage />;
  if (!isMissing(error)) throw error;
  return <MissingCounter id={counterId} />;
}

function LoadedCounter({ counter }: { counter: CountView }) {
  const { id: counterId, name } = counter;
  const { actions, menu, dialog, reset } = useCounterManagement(counterId);
  const sections = useSections(counter);
  return (
    <Page
      back={<BackLink to="/organizations/$organizationId/counters" />}
      title={name}
      state={<CounterState counter={counter} />}
      times="organization"
      number={<CounterNumber counter={counter} />}
      actions={actions}
      menu={menu}
    >
      <Warnings counter={counter} />
      {sections.map(({ anchor, height, isLeast = false, content }) => (
        <WhenNear key={anchor} anchor={anchor} height={height} isLeast={isLeast}>
          {content}
        </WhenNear>
      ))}
      <Group gap="lg" justify="space-between">
        {reset}
        <DeveloperId id={counterId} of="counter" />
      </Group>
      {dialog}
    </Page>
  );
}

function Warnings({ counter: { count, limit, group } }: { counter: CountView }) {
  const capacity = limit?.scope === "counter" ? limit.capacity : null;
  return (
    <>
      <BelowZero of="counter" level={count} capacity={capacity} />
      {group !== null && <BelowZero of="group" {...group} />}
    </>
  );
}

interface CounterSection {
  anchor: string;
  /** About as high as it will be, in pixels. */
  height: number;
  /** A list, which keeps the place of an empty one. */
  isLeast?: boolean;
  content: ReactNode;
}

/** How it went, then how it is set up; of a counter that was never counted first how to begin. */
function useSections({ id: counterId, name, count, goalTarget, lastEventId }: CountView) {
  const { id: organizationId, role, plan } = useOrganization();
  const history: CounterSection[] = [
    {
      ...{ anchor: "history", height: 480 },
      content: <Charts key={counterId} scope="counter" targetId={counterId} now={count} />,
    },
    {
      ...{ anchor: "counts", height: 320 },
      content: (
        <HistoryPanel
          {...{ organizationId, counterId }}
          counterName={name}
          lastEventId={lastEventId}
        />
      ),
    },
  ];
  const setup: CounterSection[] = [];
  if (may(role, "manage_gates")) {
    const content = <GateLinks counterId={counterId} />;
    setup.push({ anchor: "gates", height: 134, isLeast: true, content });
  }
  if (may(role, "manage_counters")) {
    const content = <Embeds targetId={counterId} />;
    setup.push({ anchor: "embeds", height: 134, isLeast: true, content });
  }
  if (may(role, "manage_alerts") && planIncludesAlerts(plan)) {
    const target = { id: counterId, name, capacity: goalTarget };
    const content = <TargetAlerts scope="counter" target={target} now={count} />;
    setup.push({ anchor: "alerts", height: 140, content });
  }
  // Nothing moves when it is counted for the first time.
  const [isNew] = useState(lastEventId === 0);
  return isNew ? [...setup, ...history] : [...history, ...setup];
}
