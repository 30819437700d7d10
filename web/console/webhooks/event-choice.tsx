import { Checkbox, Stack, Text } from "@mantine/core";
import { type Plan, planIncludesAlerts } from "../../../core/organizations/plan.ts";
import { WebhookEventType } from "../../../core/webhooks/webhook-event.ts";
import { useOrganization } from "../api/session.ts";

const descriptions: Record<WebhookEventType, string> = {
  "counter.increment": "A counter goes up.",
  "counter.decrement": "A counter goes down.",
  "threshold.alert.fired": "An alert fires on a counter or a group.",
};

/** The events that an endpoint receives; takes what a form gives its inputs. */
export function EventChoice(props: {
  value?: WebhookEventType[];
  onChange?: (events: WebhookEventType[]) => void;
  error?: React.ReactNode;
}) {
  const { plan } = useOrganization();
  return (
    <Checkbox.Group
      {...props}
      onChange={(events) => props.onChange?.(events as WebhookEventType[])}
      label="Events"
      description="What is sent to this endpoint."
    >
      <Stack gap="xs" mt="xs">
        {WebhookEventType.options.map((type) => (
          <Checkbox
            key={type}
            value={type}
            label={
              <Text inherit span ff="monospace">
                {type}
              </Text>
            }
            description={descriptionOf(type, plan)}
            // One that was chosen on another plan can be taken away.
            disabled={needsMore(type, plan) && !props.value?.includes(type)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function descriptionOf(type: WebhookEventType, plan: Plan): string {
  if (!needsMore(type, plan)) return descriptions[type];
  return `${descriptions[type]} Alerts need the Enterprise plan.`;
}

function needsMore(type: WebhookEventType, plan: Plan): boolean {
  return type === "threshold.alert.fired" && !planIncludesAlerts(plan);
}
