import { List, Paper, Stack, Text, Title } from "@mantine/core";
import type { ComponentType } from "react";
import { deliveryDays, maximumEndpoints } from "../../../core/limits.ts";
import { planIncludesWebhooks } from "../../../core/organizations/plan.ts";
import { useOrganization } from "../api/session.ts";
import { DocsLink } from "../shell/docs-link.tsx";
import { Page } from "../shell/page.tsx";

/** A page of webhooks; on the free plan, what they would need. */
export function withWebhooks(title: string, Content: ComponentType) {
  return function WebhooksPage() {
    const { plan } = useOrganization();
    return planIncludesWebhooks(plan) ? <Content /> : <NeedsWebhooks title={title} />;
  };
}

function NeedsWebhooks({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Paper withBorder p="xl" maw={720}>
        <Stack gap="sm">
          <Title order={2}>Webhooks need the Pro plan</Title>
          <Text>
            With webhooks, the service tells your own programs each time a counter goes up or down:
          </Text>
          <List spacing={4}>
            <List.Item>
              up to {maximumEndpoints} endpoints, each for the events that you choose;
            </List.Item>
            <List.Item>
              every delivery signed, and retried for seven hours until it arrives;
            </List.Item>
            <List.Item>
              a log of {deliveryDays} days, from which anything can be sent again;
            </List.Item>
            <List.Item>on Enterprise, alerts when a counter or a group is full.</List.Item>
          </List>
          <Text>
            Ask your operator to change the plan to Pro or Enterprise.{" "}
            <DocsLink to="integrators/webhooks">How webhooks work</DocsLink>
          </Text>
        </Stack>
      </Paper>
    </Page>
  );
}
