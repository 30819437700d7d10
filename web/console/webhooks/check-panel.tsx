import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Code,
  Group,
  Paper,
  Select,
  Stack,
  Text,
  VisuallyHidden,
} from "@mantine/core";
import { useState } from "react";
import type { CheckRequest, CheckView, EndpointView } from "../../../api/private/webhooks.ts";
import { WebhookEventType } from "../../../core/webhooks/webhook-event.ts";
import { change } from "../api/private-api.ts";
import { DocsLink } from "../shell/docs-link.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { Section } from "../shell/section.tsx";
import { useEndpointChange } from "./webhook-queries.ts";

/** Sends a test delivery and says what it found on the way. */
export function CheckPanel({ endpoint: { id, events } }: { endpoint: EndpointView }) {
  const [eventType, setEventType] = useState<WebhookEventType>(events[0] ?? "counter.increment");
  const [forged, setForged] = useState(false);
  const check = useEndpointChange((organizationId, body: CheckRequest) =>
    change(
      "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/check",
      { organizationId, endpointId: id },
      body,
    ),
  );
  return (
    <Section
      title="Test"
      anchor="check"
      about={
        <>
          Sends a signed test delivery and checks each step on the way. Its counter,{" "}
          <Code translate="no">ctr_00000000000000000000</Code>, does not exist, and it is not listed
          among the deliveries.{" "}
          <DocsLink to="integrators/webhooks#respond">What to respond</DocsLink>
        </>
      }
    >
      <Paper withBorder p="md">
        <Stack>
          <Group align="flex-end" gap="sm">
            <Select
              label="Event"
              data={WebhookEventType.options}
              value={eventType}
              allowDeselect={false}
              onChange={(value) => value !== null && setEventType(value)}
            />
            <Button
              variant="default"
              loading={check.isPending}
              onClick={() => check.mutate({ eventType, forged })}
            >
              Send test delivery
            </Button>
          </Group>
          <Checkbox
            label="Also test that it refuses forged deliveries"
            description="Sends two more: one with a wrong signature, and one that was signed an hour ago."
            checked={forged}
            onChange={(event) => setForged(event.currentTarget.checked)}
          />
          <ErrorAlert error={check.error} of={[eventType, forged]} />
          {check.data !== undefined && !check.isPending && <Findings check={check.data} />}
        </Stack>
      </Paper>
    </Section>
  );
}

const symbols = { good: "✓", warning: "!", bad: "✗" };
/** Each with enough contrast on the panel, in light and dark. */
const colors = {
  good: "light-dark(#087f5b, #38d9a9)",
  warning: "light-dark(#8f5300, #ffd43b)",
  bad: "light-dark(#c92a2a, #ff8787)",
};
const spoken = { good: "in order", warning: "worth a look", bad: "a problem" };

function Findings({ check: { accepted, findings } }: { check: CheckView }) {
  return (
    <Stack gap="xs" role="status">
      <Alert color={accepted ? "teal" : "red"}>
        <Text fw={600}>
          {accepted ? "The test delivery was accepted" : "The test delivery was not accepted"}
        </Text>
      </Alert>
      <Stack component="ol" gap="xs" m={0} pl={0} styles={{ root: { listStyle: "none" } }}>
        {findings.map(({ step, verdict, found, advice, page }) => (
          <Group component="li" key={step} wrap="nowrap" align="flex-start" gap="sm">
            <Text c={colors[verdict]} fw={700} w={16} ta="center">
              {/* What the receiver says is its own: no symbol judges it. */}
              {step !== "Body" && <span aria-hidden="true">{symbols[verdict]}</span>}
            </Text>
            <Stack gap={2} flex={1} miw={0}>
              <Text fw={600} size="sm">
                {step === "Body" ? (
                  "What it responded"
                ) : (
                  <>
                    {step}
                    <VisuallyHidden component="span">: {spoken[verdict]}</VisuallyHidden>
                  </>
                )}
              </Text>
              {step === "Body" ? (
                <Code block tabIndex={0} aria-label="The body’s beginning" className="copied-value">
                  {found}
                </Code>
              ) : (
                <Text size="sm">
                  <Foreign>{found}</Foreign>
                </Text>
              )}
              {advice !== null && (
                <Text size="sm" c="dimmed">
                  {advice}{" "}
                  {page !== undefined && (
                    <Anchor href={page} target="_blank" rel="noreferrer" inherit underline="always">
                      How to verify it
                    </Anchor>
                  )}
                </Text>
              )}
            </Stack>
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}
