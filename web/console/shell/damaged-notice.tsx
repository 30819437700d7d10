import { Alert, List, Text } from "@mantine/core";
import { useDamaged } from "../api/damaged.ts";

/** Above every page: what its lists leave out, because it cannot be read. Only keys are known of it. */
export function DamagedNotice({ organizationId }: { organizationId: string }) {
  const items = useDamaged(organizationId);
  if (items.length === 0) return null;
  return (
    <Alert color="yellow" role="status" title="Some entries are damaged" mb="lg">
      <Text size="sm">
        They are left out, because they cannot be read. Whoever operates the service can repair or
        remove them; the command <code>counting doctor</code> says how.
      </Text>
      <List size="sm" mt="xs">
        {items.map(({ table, id }) => (
          <List.Item key={`${table}/${id}`}>
            {nouns[table] ?? table} <code translate="no">{id}</code>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

const nouns: Record<string, string> = {
  gates: "Gate",
  alerts: "Alert",
  alertFirings: "Alert that fired",
  apiKeys: "API key",
  auditEntries: "Entry of the audit log",
  counters: "Counter",
  countEvents: "Count with the number",
  counterGroups: "Group",
  deliveries: "Delivery",
  embedSessions: "Embed",
  invitations: "Invitation",
  members: "Member",
  organizations: "Organization",
  webhookEndpoints: "Webhook endpoint",
};
