import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { EndpointView } from "../../../api/private/webhooks.ts";
import { isMissing } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { CopiedId } from "../copying/copied-id.tsx";
import { useOpened } from "../dialogs/use-opened.ts";
import { BackLink } from "../shell/back-link.tsx";
import { Page } from "../shell/page.tsx";
import { MissingThing } from "../shell/page-states.tsx";
import { QueryStates } from "../shell/query-states.tsx";
import { Section, SectionLinks, WhenNear } from "../shell/section.tsx";
import { CheckPanel } from "./check-panel.tsx";
import { EditEndpointDialog } from "./edit-endpoint-dialog.tsx";
import { EndpointNow } from "./endpoint-now.tsx";
import { EndpointSetup } from "./endpoint-setup.tsx";
import { EndpointState } from "./health.tsx";
import { withWebhooks } from "./needs-webhooks.tsx";
import { ResponsePlot } from "./response-plot.tsx";
import { SecretPanel } from "./secret-panel.tsx";
import { SendNowDialog } from "./send-now-dialog.tsx";
import { useEndpointActions } from "./use-endpoint-actions.tsx";
import { endpointQuery } from "./webhook-queries.ts";

export const EndpointPage = withWebhooks("Endpoints", Endpoint);

/** One endpoint, as far as it exists. */
function Endpoint() {
  const { id } = useOrganization();
  const { endpointId } = useParams({
    from: "/organizations/$organizationId/settings/webhooks/$endpointId",
  });
  const query = useQuery(endpointQuery(id, endpointId));
  const back = <BackLink to="/organizations/$organizationId/settings/webhooks" />;
  if (query.data !== undefined) return <FoundEndpoint endpoint={query.data} />;
  if (isMissing(query.error)) return <MissingThing thing="endpoint" />;
  return (
    <Page title="Endpoint" times="viewer" back={back}>
      <QueryStates query={query}>{() => null}</QueryStates>
    </Page>
  );
}

const sections: [string, string][] = [
  ["now", "Now"],
  ["responses", "Responses"],
  ["check", "Test"],
  ["setup", "Setup"],
  ["secret", "Signing secret"],
];

/** What happens now, how it went, and how it is set up. */
function FoundEndpoint({ endpoint }: { endpoint: EndpointView }) {
  const [isEditing, edit] = useOpened();
  // Here, because what offers it disappears while it is open.
  const [isSending, send] = useOpened();
  const actions = useEndpointActions(endpoint);
  const isPaused = endpoint.pausedAt !== null;
  return (
    <Page
      title={endpoint.name ?? new URL(endpoint.url).host}
      about={<CopiedId id={endpoint.url} what="URL" of="endpoint" />}
      state={<EndpointState {...endpoint} />}
      times="viewer"
      back={<BackLink to="/organizations/$organizationId/settings/webhooks" />}
      actions={
        isPaused ? (
          <Button onClick={actions.resume} loading={actions.isPending}>
            Resume
          </Button>
        ) : (
          <Button variant="default" onClick={edit.open}>
            Edit
          </Button>
        )
      }
      menu={
        <>
          {isPaused ? (
            <Menu.Item onClick={edit.open}>Edit</Menu.Item>
          ) : (
            <Menu.Item onClick={actions.askToPause}>Pause</Menu.Item>
          )}
          <Menu.Item c="var(--failing)" onClick={actions.askToDelete}>
            Delete
          </Menu.Item>
        </>
      }
    >
      <SectionLinks sections={sections} />
      <EndpointNow endpoint={endpoint} sendNow={send.open} />
      <WhenNear height={298} anchor="responses">
        <Section title="Responses">
          <ResponsePlot endpointId={endpoint.id} />
        </Section>
      </WhenNear>
      <CheckPanel endpoint={endpoint} />
      <EndpointSetup endpoint={endpoint} />
      <SecretPanel endpoint={endpoint} />
      {isEditing && <EditEndpointDialog endpoint={endpoint} onClose={edit.close} />}
      {isSending && <SendNowDialog endpoint={endpoint} onClose={send.close} />}
    </Page>
  );
}
