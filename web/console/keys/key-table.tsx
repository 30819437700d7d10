import { Code, Group, Progress, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { KeyList, KeyView } from "../../../api/private/keys.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Ago, Time } from "../dates/time.tsx";
import { ConfirmButton } from "../dialogs/confirm-button.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { StackedCell, StackedRow, StackedTable } from "../tables/stacked-table.tsx";

const heads = ["Name", "Key", "Created", "Last used", "Requests now", "Actions"];

export function KeyTable({ keys, maximum }: Pick<KeyList, "keys" | "maximum">) {
  return (
    <Stack gap="xs">
      <StackedTable label="API keys" heads={heads}>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </StackedTable>
      <Text size="sm" c="dimmed">
        {keys.length} of {maximum} keys. “Last used” is the minute of the newest accepted request.
      </Text>
    </Stack>
  );
}

function KeyRow({ apiKey }: { apiKey: KeyView }) {
  const { name, lastFour, createdAt, lastUsedAt, minute, hour } = apiKey;
  return (
    <StackedRow id={apiKey.id}>
      <StackedCell head="Name" title>
        <Foreign>{name}</Foreign>
      </StackedCell>
      <StackedCell head="Key">
        <Code style={{ whiteSpace: "nowrap" }}>…{lastFour}</Code>
      </StackedCell>
      <StackedCell head="Created">
        <Time at={createdAt} precision="day" />
        <Creator apiKey={apiKey} />
      </StackedCell>
      <StackedCell head="Last used">
        {lastUsedAt === null ? (
          <Text size="sm" c="dimmed">
            Never
          </Text>
        ) : (
          <Ago at={lastUsedAt} />
        )}
      </StackedCell>
      <StackedCell head="Requests now">
        <Use name="this minute" of={minute} keyName={name} />
        <Use name="this hour" of={hour} keyName={name} />
      </StackedCell>
      <StackedCell head="Actions">
        <RevokeButton apiKey={apiKey} />
      </StackedCell>
    </StackedRow>
  );
}

function Creator({ apiKey: { createdBy, creatorName } }: { apiKey: KeyView }) {
  return (
    <Text size="sm" c="dimmed">
      by {createdBy === "operator" ? "operator" : <Foreign>{creatorName ?? "a member"}</Foreign>}
    </Text>
  );
}

/** How much of a limit is used. */
function Use(props: { name: string; of: KeyView["minute"]; keyName: string }) {
  const { name, of, keyName } = props;
  const { used, limit } = of;
  if (limit === 0) return <Text size="sm">{name}: not on this plan</Text>;
  return (
    <Stack gap={2} mb={4} maw={240}>
      <Group justify="space-between" gap="0 0.625rem">
        <Text size="sm">
          {used.toLocaleString()} of {limit.toLocaleString()}
        </Text>
        <Text size="sm" c="dimmed">
          {name}
        </Text>
      </Group>
      <Progress
        size="xs"
        value={(100 * used) / limit}
        {...(used >= limit && { color: "red" })}
        aria-label={`Requests of ${keyName} ${name}`}
      />
    </Stack>
  );
}

function RevokeButton({ apiKey: { id: keyId, name, lastFour } }: { apiKey: KeyView }) {
  const { id: organizationId } = useOrganization();
  return (
    <ConfirmButton
      label="Revoke"
      spoken={`Revoke ${name}`}
      question={{
        title: "Revoke the API key?",
        text: (
          <Text>
            The next request with “<Foreign>{name}</Foreign>” (…{lastFour}) is refused. A revoked
            key cannot come back.
          </Text>
        ),
        confirm: "Revoke",
        cancel: "Keep it",
      }}
      act={() => change("DELETE /api/keys/{organizationId}/{keyId}", { organizationId, keyId })}
      onDone={() => notifications.show({ message: `The key …${lastFour} is revoked.` })}
      reload={["keys"]}
    />
  );
}
