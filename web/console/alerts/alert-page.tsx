import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import type { AlertView } from "../../../api/private/alerts.ts";
import { isMissing, read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Charts } from "../charts/charts.tsx";
import { formatExact } from "../charts/format.ts";
import { DeveloperId } from "../copying/developer-id.tsx";
import { useMoment } from "../dates/time.tsx";
import { Headline } from "../groups/capacity.tsx";
import { BackLink } from "../shell/back-link.tsx";
import { useOld } from "../shell/freshness.tsx";
import { Page } from "../shell/page.tsx";
import { MissingThing } from "../shell/page-states.tsx";
import { QueryStates } from "../shell/query-states.tsx";
import { useAlertActions } from "./alert-actions.tsx";
import { AlertStatePill, Watched } from "./alert-table.tsx";
import { FiringsPanel } from "./firings.tsx";
import { ruleWords, stateSentence } from "./state-sentence.ts";

const route = getRouteApi("/organizations/$organizationId/alerts/$alertId");

/** One alert: its rule, its state now, and what it fired. */
export function AlertPage() {
  const { alertId } = route.useParams();
  const { id } = useOrganization();
  const query = useQuery({
    queryKey: [id, "alerts", alertId],
    queryFn: () =>
      read("GET /api/alerts/{organizationId}/{alertId}", { organizationId: id, alertId }),
    refetchInterval: ({ state }) => (state.data === undefined && state.error ? false : 2_000),
  });
  const back = <BackLink to="/organizations/$organizationId/alerts" />;
  if (query.data === undefined && isMissing(query.error)) return <MissingThing thing="alert" />;
  if (query.data !== undefined) return <Alert alert={query.data} back={back} />;
  return (
    <Page back={back} title="Alert">
      <QueryStates query={query}>{() => null}</QueryStates>
    </Page>
  );
}

function Alert({ alert, back }: { alert: AlertView; back: ReactNode }) {
  const { primary, menu, dialog } = useAlertActions(alert);
  return (
    <Page
      back={back}
      title={alert.name}
      state={<AlertStatePill alert={alert} />}
      times="organization"
      number={<AlertNumber alert={alert} />}
      about={<Status alert={alert} />}
      actions={primary}
      menu={menu}
    >
      <LastDay alert={alert} />
      <Stack gap="sm">
        <Title order={2}>What it fired in the last 90 days</Title>
        <FiringsPanel alertId={alert.id} />
      </Stack>
      <DeveloperId id={alert.id} of="alert" />
      {dialog}
    </Page>
  );
}

/** The level of the last day, with the threshold of now across it. */
function LastDay({ alert }: { alert: AlertView }) {
  const { scope, targetId, targetName, threshold, level } = alert;
  const thresholds = useMemo(
    () => (threshold === null ? [] : [{ at: threshold, label: "Fires at" }]),
    [threshold],
  );
  if (targetName === null) return null;
  return <Charts {...{ scope, targetId, thresholds }} now={level ?? undefined} />;
}

/** The level beside what it fires at. */
function AlertNumber({ alert: { level, threshold, kind } }: { alert: AlertView }) {
  const isOld = useOld() !== undefined;
  if (level === null || threshold === null) return null;
  const of = kind === "at_capacity" ? "capacity" : "threshold";
  const beside = `${isOld ? "" : "now, "}fires at ${formatExact(threshold)}`;
  return <Headline name="Level" level={level} limit={threshold} of={of} beside={beside} />;
}

/** Why it is in its state, and what it watches. */
function Status({ alert }: { alert: AlertView }) {
  return (
    <>
      {stateSentence(alert, useMoment(alert.stateSince))}{" "}
      {alert.targetName !== null && (
        <>
          It watches the {alert.scope} <Watched alert={alert} />. Its threshold is{" "}
          {ruleWords(alert)}.
        </>
      )}
    </>
  );
}
